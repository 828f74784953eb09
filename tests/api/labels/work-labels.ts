import { openDatabase } from '../../../api/db/open.ts';
import { createClickAndDrop } from '../../../api/labels/click-and-drop.ts';
import { createCallThrottle, createLabelQueue } from '../../../api/labels/label-queue.ts';
import { NO_MAILS } from '../../../api/orders/change-order.ts';
import { readContentFolder } from '../../../api/site/catalogue.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import { KEY } from './click-and-drop-stand-in.ts';

// Works off the labels of a database, as a process that can be killed.
const { catalogue } = readContentFolder(TEST_CONTENT);
const [file = '', url = ''] = process.argv.slice(2);
const { db } = await openDatabase(file);
await createLabelQueue({
  db,
  clock: () => new Date(),
  log: console.error,
  service: createClickAndDrop({ key: KEY, url }),
  throttle: createCallThrottle(0),
  getCatalogue: () => catalogue,
  mails: NO_MAILS,
  wakeOutbox: () => {},
}).runOnce();
