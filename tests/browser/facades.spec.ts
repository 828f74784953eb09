import { expect, test } from '../support/test.ts';

const facades = [
  {
    path: '/',
    button: 'Play the film here',
    link: /Watch the farm tour/,
    frame: 'https://video.example.com/embed/farm-tour',
  },
  { path: '/', button: 'Choose tickets here', link: /Click here to buy tickets/, frame: '/embed/tickets' },
  {
    path: '/visit',
    button: 'Show the map here',
    link: /Get Directions/,
    frame: 'https://www.openstreetmap.org/export/embed.html',
  },
  {
    path: '/about-us',
    button: 'Show the map here',
    link: /Get Directions/,
    frame: 'https://www.openstreetmap.org/export/embed.html',
  },
];

for (const { path, button, link, frame } of facades) {
  test(`on ${path}, only '${button}' loads the real content`, async ({ page, baseURL }) => {
    const foreign: string[] = [];
    await page.route(
      (address) => address.origin !== baseURL,
      (route) => {
        foreign.push(route.request().url());
        const isScript = route.request().resourceType() === 'script';
        return isScript
          ? route.fulfill({ contentType: 'text/javascript', body: '' })
          : route.fulfill({ contentType: 'text/html', body: '<title>Stub</title>' });
      },
    );
    await page.goto(path);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
    expect(foreign).toEqual([]);
    await page.getByRole('button', { name: button }).click();
    const iframe = page.locator('.facade iframe');
    await expect(iframe).toHaveAttribute('src', new RegExp(frame.replace(/[.?]/g, '\\$&')));
    await expect(iframe).toHaveAttribute('title', /./);
    await expect.poll(() => foreign.length).toBeGreaterThan(0);
  });

  test(`on ${path}, the plain link of '${button}' works without script`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('button', { name: button })).toBeHidden();
    await expect(page.locator('.facade').getByRole('link', { name: link }).first()).toHaveAttribute(
      'href',
      /^https:/,
    );
    await context.close();
  });
}

test('the ticket widget is requested with the minimal inline setting and its reference', async ({
  page,
  baseURL,
}) => {
  await page.route(
    (address) => address.origin !== baseURL,
    (route) => route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.goto('/embed/tickets');
  const script = page.locator('script[src="https://tickets.example.com/widget.js"]');
  await expect(script).toHaveAttribute('data-inline', 'minimal');
  await expect(script).toHaveAttribute('data-ref', 'website_widget');
});
