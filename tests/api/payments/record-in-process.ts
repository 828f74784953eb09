import { openDatabase } from '../../../api/db/open.ts';
import { createMailSettings } from '../../../api/mail/mail-settings.ts';
import { createOrderMails } from '../../../api/mail/order-mails.ts';
import { createPaymentRecorder } from '../../../api/orders/sale/record-payment.ts';
import { createPaymentGateway } from '../../../api/payments/payment-gateway.ts';
import { readContentFolder } from '../../../api/site/catalogue.ts';
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';

// One of several processes on one database: records every payment named, all at once, and prints
// the order numbers. Waits for a line of input, so that several can start together.

const [file = '', port = '', content = '', ...paymentIds] = process.argv.slice(2);
const { db, close } = await openDatabase(file);
const gateway = createPaymentGateway({
  secretKey: SANDBOX_SECRET_KEY,
  webhookSecret: SANDBOX_WEBHOOK_SECRET,
  apiBase: { protocol: 'http', host: '127.0.0.1', port: Number(port) },
  log: () => {},
});
const { catalogue, farm } = readContentFolder(content);
const mails = createMailSettings(farm);
const recordPayment = createPaymentRecorder({
  db,
  gateway,
  mode: 'sandbox',
  clock: () => new Date(),
  log: () => {},
  getCatalogue: () => catalogue,
  mails: createOrderMails(() => mails),
  wakeOutbox: () => {},
});

process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const numbers = await Promise.all(
  paymentIds.map(async (id) => {
    const payment = await gateway.retrievePayment(id);
    if (!payment.ok) return payment.problem.code;
    const recorded = await recordPayment({ payment: payment.value });
    return recorded.outcome === 'recorded' ? recorded.order.orderNumber : recorded.outcome;
  }),
);
process.stdout.write(`${JSON.stringify(numbers)}\n`);
await close();
process.exit(0);
