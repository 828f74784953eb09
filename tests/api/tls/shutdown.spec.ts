import { once } from 'node:events';
import { constants } from 'node:http2';
import { expect, test } from './test.ts';

const MESSAGE = JSON.stringify({
  name: 'Ada Holly',
  email: 'ada@example.com',
  subject: 'A very tall tree',
  message: 'Do you have one that is taller than our church?',
  contactPreference: 'email',
});

test('SIGTERM: visitors are told with a GOAWAY, a running request is answered, then all is closed', async ({
  ownService: service,
}) => {
  const idle = service.open();
  await idle.request({ ':path': '/prices' });
  const busy = service.open();
  await busy.request({ ':path': '/prices' });
  const stream = busy.session.request({
    ':method': 'POST',
    ':path': '/api/contact-submit',
    origin: service.origin,
    'content-type': 'application/json',
  });
  stream.write(MESSAGE.slice(0, 40));
  // Answered after those forty bytes have come: they were sent before it.
  await busy.request({ ':path': '/prices' });
  const goodbyes = [idle, busy].map(({ session }) => once(session, 'goaway'));
  const idleClosed = once(idle.session, 'close');
  const stopped = service.server.stop();
  for (const goodbye of goodbyes) expect((await goodbye)[0]).toBe(constants.NGHTTP2_NO_ERROR);
  await idleClosed;
  await expect(service.open().request({ ':path': '/prices' })).rejects.toThrow();
  stream.end(MESSAGE.slice(40));
  const [headers] = await once(stream, 'response');
  expect(headers[':status']).toBe(200);
  stream.resume();
  expect(await stopped).toBe(0);
});
