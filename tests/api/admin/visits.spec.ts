import { addDays, londonDay } from '../../../src/domain/dates.ts';
import { expect, test } from './office-under-test.ts';

test('visits of a week and of a month, the most frequent first, and what was not there apart', async ({
  office,
}) => {
  const today = londonDay(office.time.now);
  const rows = [
    [0, 'view', '/prices', 'prices', '', 3],
    [6, 'view', '/prices', 'prices', '', 4],
    [7, 'view', '/prices', 'prices', '', 1000],
    [29, 'view', '/faq', 'faq', '', 9],
    [30, 'view', '/faq', 'faq', '', 5],
    [0, 'view', '/admin/orders', 'admin_orders', '', 80],
    [0, 'view', '/trees-old', '404', '', 2],
    [0, 'search', '/faq', 'search', '<b>netting', 1],
    [0, 'click', '/', 'pick_your_own', 'header', 6],
  ] as const;
  for (const [daysAgo, kind, path, label, value, count] of rows) {
    const about = { kind, path, label, value, count, category: '', region: 'Somerset' };
    await office.database.db
      .insertInto('visitCounts')
      .values({ ...about, day: addDays(today, -daysAgo) })
      .execute();
  }
  const { text, html } = await office.read('/admin/visits');
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /Pages What 7 days 30 days \/prices 7 1,007 \/faq 0 9 .*questions.*netting 1 1 .*Buttons pressed.*pick your own 6 6 .*Wrong addresses.*\/trees-old 2 2/,
  );
  expect(text).not.toContain('/admin/orders 80');
  expect(html).toContain('&#60;b&#62;netting');
});
