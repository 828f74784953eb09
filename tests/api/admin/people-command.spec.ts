import { runCommand } from '../../support/run-command.ts';
import { expect, test } from '../operations/backup/test.ts';

test('the command lists people, and makes a link that ends their other ways in', async ({ data }) => {
  await data.use(({ sqlite }) =>
    sqlite.exec("UPDATE people SET password_hash = 'a hash', name = 'Anna', name_key = 'anna'"),
  );
  const listed = await runCommand('people', [], data.env);
  expect([listed.code, listed.stderr, listed.stdout]).toEqual([
    0,
    '',
    'Anna: Owner; a password, passkeys: 0\n',
  ]);
  const made = await runCommand('people', ['--link', 'Anna'], data.env);
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toMatch(/^\/admin\/join\?key=[\w-]{43}$/m);
  const hash = await data.use(({ sqlite }) =>
    sqlite.prepare('SELECT password_hash FROM people').pluck().get(),
  );
  expect(hash).toBeNull();
  const unknown = await runCommand('people', ['--link', 'Nobody'], data.env);
  expect([unknown.code, unknown.stdout]).toEqual([1, '']);
  expect(unknown.stderr).toContain('Nobody is called “Nobody”.');
});
