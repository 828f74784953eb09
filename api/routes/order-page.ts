import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { pathOfOrder } from '#domain/office.ts';
import { countBoxes, countMoneyOwed } from '#domain/orders/describe-order.ts';
import {
  EDITED_FIELDS,
  type FarmChange,
  LONGEST_WORDS,
  type OrderEvent,
  SETTLED_FLAGS,
} from '#domain/orders/order-changes.ts';
import { describeEvent } from '#domain/orders/order-history.ts';
import { readOrderNumber } from '#domain/orders/order-number.ts';
import { DELIVERY_RULES } from '#domain/orders/order-rules.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { splitTrackingNumbers } from '#domain/orders/tracking-list.ts';
import { PAGES } from '#domain/pages.ts';
import { correctEntries, readLine, readText } from '#domain/plain-text.ts';
import { pounds } from '#domain/schemas/order.ts';
import { mayChange, requireAdminPage } from '../admin/require-admin.ts';
import { sendProblem, showProblemsAsPage } from '../http/http-errors.ts';
import { messageOf, type Problem, type Result, refuse, statusOf } from '../http/problems.ts';
import { type Entries, isCall, readForm, validate } from '../http/request-body.ts';
import { findMailsToBuyer } from '../mail/mail-list-repository.ts';
import { MAIL_DONE } from '../mail/mails-page.ts';
import { mailFormSchema, sendAgain, sendConfirmation } from '../mail/send-again.ts';
import { turnBack, undoOrder } from '../mail/undo-order.ts';
import { readDone, sendOfficePage, sendOrderList } from '../office/office-page.ts';
import {
  controlId,
  listEntries,
  nameField,
  type OrderForm,
  type RefusedForm,
} from '../office/order-forms.ts';
import { describeHead, type OrderPage, renderOrder, renderUnknownOrder } from '../office/order-page.ts';
import { findAttempt, findTransferDay } from '../orders/attempts-repository.ts';
import { fulfilOrder } from '../orders/change/fulfil-order.ts';
import { showTo, toListItem } from '../orders/list/order-list.ts';
import { findOrderPage, findPackedNext } from '../orders/list/order-list-repository.ts';
import { deriveId } from '../orders/order-identity.ts';
import { findOrder, findOrderEvents, type Order, type StoredEvent } from '../orders/orders-repository.ts';
import { refundOrder } from '../orders/refund/refund-order.ts';
import { readWeekAvailability } from '../orders/sale/reservations.ts';
import type { RouteContext } from '../shop.ts';
import { canTakeBack, receiveMoney, takeBackMoney } from '../telephone/transfers.ts';
import { renderSignInAgain } from './sign-in.ts';

const UNDONE = {
  undone: 'Undone. The buyer hadn’t been told.',
  undone_told: 'Undone. The buyer had already been told, so they get another e-mail.',
  undone_sent:
    'Undone. The buyer had already been told that it was sent. Please ring them, or write to them.',
  undone_before: 'Undone. What the buyer was told of it stands in the history.',
} as const;
const DONE = {
  ...UNDONE,
  saved: 'Saved.',
  nothing: 'There was nothing to save.',
  refunded: 'Refunded.',
  cancelled: 'Cancelled. The money is still to go back.',
  cancelled_refunded: 'Cancelled and refunded.',
  arrived: 'Noted: the money has arrived.',
  not_arrived: 'Taken back: the money hasn’t arrived.',
  confirmed: 'The confirmation is on its way again.',
  ...MAIL_DONE,
} as const;
type Done = keyof typeof DONE;

/** The query of the list that the page was opened from. */
function readList(c: Context): string {
  const list = c.req.query('list') ?? '';
  return list.length <= 500 ? list : '';
}

const RELOAD = 'Please reload the page.';
const version = z.coerce.number(RELOAD).pipe(z.int(RELOAD).positive(RELOAD));

const REASON_RULE = 'Please keep the reason below 500 characters.';
const reason = z.string(REASON_RULE).overwrite(readLine).max(500, REASON_RULE).optional();

const WORDS_RULE = `Please keep your words to the buyer below ${LONGEST_WORDS} characters.`;
const note = z
  .string(WORDS_RULE)
  .overwrite((typed) => readText(typed).trim())
  .max(LONGEST_WORDS, WORDS_RULE)
  .optional();

/** The fields that one form or another of the page sends. Those that are missing stay as they are. */
const formSchema = z.object({
  version,
  status: z.enum(ORDER_STATUSES, 'There’s no such status.').optional(),
  ignoresFraudWarning: z.literal('1').optional(),
  settles: z.enum(SETTLED_FLAGS).optional(),
  reason,
  note,
});

const BOXES_RULE = 'Please choose how many boxes.';

const refundSchema = z
  .object({
    boxes: z.coerce.number().pipe(z.int(BOXES_RULE).positive(BOXES_RULE)).optional(),
    goodwill: pounds.optional(),
    requestId: z.uuid(RELOAD),
    version,
    reason,
    note,
  })
  .refine(({ boxes, goodwill }) => boxes === undefined || goodwill === undefined, {
    error: 'Please choose boxes, or another sum, and not both.',
    path: ['boxes'],
  })
  .refine(({ goodwill, reason: why = '' }) => goodwill === undefined || why !== '', {
    error: 'Please say what it’s for, for the books.',
    path: ['reason'],
  });

/** Who comes back to a page and asks for another refund with its form is not told that it is done. */
function nameRefund(requestId: string, what: string): string {
  return deriveId(`refund ${what} ${requestId}`);
}

const shownSchema = z.record(z.string(), z.string()).catch({});

/**
 * Mounted at `/admin/orders`: the list, and the page of one order, by its number, which works without script. The list
 * sends the same forms to change many orders, and asks for JSON: the order after it, and what was done.
 */
export function createOrderPageRoutes(shop: RouteContext): Hono {
  return new Hono()
    .use(requireAdminPage(shop.sessions))
    .get('/', async (c) => {
      // What people see first: what to pack next, in season.
      const isFirst = Object.keys(c.req.query()).length === 0;
      if (isFirst && (await findPackedNext(shop.db, shop.clock())) !== null)
        return c.redirect(`${PAGES['admin/orders'].path}?view=pack`, 302);
      return sendOrderList(c, shop, renderSignInAgain(c, shop));
    })
    .get('/:number', async (c) => {
      const order = await findShown(c, shop);
      const typed = c.req.param('number');
      if (!order) return sendUnknown(c, shop, typed);
      if (typed !== order.orderNumber) return c.redirect(pathOfOrder(order.orderNumber), 302);
      return send(c, shop, order, {});
    })
    .post('/:number', (c) =>
      handle(c, shop, 'change', async (order, entries) => {
        const change = readChange(c, order, entries);
        if (!change.ok) return change;
        if (!mayChange(c.var.person.role, change.value)) return refuse({ code: 'owner_only' });
        const changed = await fulfilOrder(shop, order.id, change.value, c.var.person);
        if (changed.ok)
          return { ok: true, value: changed.value.version === order.version ? 'nothing' : 'saved' };
        return isThere(c, changed.problem, order, entries) ? { ok: true, value: 'saved' } : changed;
      }),
    )
    .post('/:number/refund', (c) =>
      handle(c, shop, 'refund', async (order, entries) => {
        const { boxes = '', goodwill: sum = '', ...rest } = entries;
        const goodwill = sum.trim().replace(/^£/, '');
        const asked = validate(refundSchema, {
          ...rest,
          ...(boxes !== '' && { boxes }),
          ...((boxes === '' || goodwill !== '') && { goodwill }),
        });
        if (!asked.ok) return asked;
        const requestId = nameRefund(asked.value.requestId, `${boxes} ${goodwill}`);
        const done = await refundOrder(shop, order.id, { ...asked.value, requestId }, c.var.person);
        return done.ok ? { ok: true, value: 'refunded' } : done;
      }),
    )
    .post('/:number/cancel', (c) =>
      handle(c, shop, 'cancel', async (order, entries) => {
        if (entries.money === 'refund') {
          // None is left if it is sent a second time.
          const asked = validate(refundSchema, { ...entries, boxes: Math.max(1, countBoxes(order).left) });
          if (!asked.ok) return asked;
          const requestId = nameRefund(asked.value.requestId, 'all');
          const done = await refundOrder(shop, order.id, { ...asked.value, requestId }, c.var.person);
          return done.ok ? { ok: true, value: 'cancelled_refunded' } : done;
        }
        const read = validate(formSchema, { ...entries, status: 'cancelled' });
        if (!read.ok) return read;
        const { reason: why } = read.value;
        const change = { version: read.value.version, status: 'cancelled', reason: why } as const;
        const done = await fulfilOrder(shop, order.id, change, c.var.person);
        const isThere = order.status === 'cancelled';
        if (!done.ok && !(isThere && done.problem.code === 'order_changed_meanwhile')) return done;
        return { ok: true, value: countMoneyOwed(done.ok ? done.value : order) > 0 ? 'cancelled' : 'saved' };
      }),
    )
    .post('/:number/money/:step{arrived|back}', (c) =>
      handle(c, shop, 'change', async (order, entries) => {
        const { person } = c.var;
        const isBack = c.req.param('step') === 'back';
        const done = isBack
          ? await takeBackMoney(shop, order.id, Number(entries.version), person)
          : await receiveMoney(shop, order.attemptId, person);
        return done.ok ? { ok: true, value: isBack ? 'not_arrived' : 'arrived' } : done;
      }),
    )
    .post('/:number/undo', (c) =>
      handle(c, shop, 'change', (order, entries) =>
        undoOrder(shop, order.id, Number(entries.version), c.var.person),
      ),
    )
    .post('/:number/confirmation', (c) =>
      handle(c, shop, 'change', async (order) => {
        const sent = await sendConfirmation(shop, order.id);
        return sent.ok ? { ok: true, value: 'confirmed' } : sent;
      }),
    )
    .post('/:number/mails/:id', async (c) => {
      const order = await findShown(c, shop);
      if (!order) return sendUnknown(c, shop, c.req.param('number'));
      const body = await readForm(c);
      const read = body.ok ? validate(mailFormSchema, body.value) : body;
      if (!read.ok) return sendProblem(c, read.problem);
      const mailId = c.req.param('id');
      const outcome = await sendAgain(shop, mailId, { ...read.value, person: c.var.person });
      if (outcome.done !== 'refused') return leaveTo(c, order, outcome.done);
      const { address: typed, correctsOrder } = read.value;
      const mailProblem = { mailId, typed, correctsOrder, message: outcome.message };
      return send(c, shop, order, { mailProblem, status: 422 });
    });
}

/**
 * The order of the number, with or without its `BB-`, if the person sees it. What a packer has moved to a later week can
 * still be taken back, until somebody else has changed it.
 */
async function findShown(c: Context, { db, clock }: RouteContext): Promise<Order | undefined> {
  const { id, role } = c.var.person;
  const q = readOrderNumber(c.req.param('number') ?? '');
  if (q === null) return undefined;
  const listed = { filter: { q }, now: clock(), role: 'owner', limit: 1, sort: 'newest' } as const;
  const [order] = await findOrderPage(db, listed);
  const [shown] = role === 'owner' ? [order] : await findOrderPage(db, { ...listed, role });
  if (shown || !order) return shown;
  return (await findOrderEvents(db, order.id)).at(-1)?.personId === id ? order : undefined;
}

/** Does what a form asks for, and shows the page: again, with all that was typed, if it could not be done. */
async function handle(
  c: Context,
  shop: RouteContext,
  form: OrderForm,
  act: (order: Order, entries: Entries) => Promise<Result<Done>>,
): Promise<Response> {
  const order = await findShown(c, shop);
  if (!order) {
    return isCall(c)
      ? sendProblem(c, { code: 'order_not_found' })
      : sendUnknown(c, shop, c.req.param('number') ?? '');
  }
  const body = await readForm(c);
  const entries = body.ok ? body.value : {};
  if (isCall(c)) {
    const done = body.ok ? await act(order, entries) : body;
    if (!done.ok) return sendProblem(c, done.problem);
    const after = (await findOrder(shop.db, order.id)) ?? order;
    return c.json({ order: showTo(c.var.person.role, toListItem(after)), done: done.value });
  }
  showProblemsAsPage(c, async (problem) => {
    const known = (await findShown(c, shop)) ?? order;
    const own = entries.form === 'posted' ? 'posted' : form;
    return send(c, shop, known, { refused: { form: own, entries, problem }, status: statusOf(problem) });
  });
  const done = body.ok ? await act(order, entries) : body;
  return done.ok ? leaveTo(c, order, done.value) : sendProblem(c, done.problem);
}

function leaveTo(c: Context, order: Order, done: Done): Response {
  const list = readList(c);
  return c.redirect(
    `${pathOfOrder(order.orderNumber)}?${new URLSearchParams({ ...(list && { list }), done })}`,
    303,
  );
}

function listChanged(c: Context, order: Order, entries: Entries): string[] {
  const role = c.var.person.role;
  const stored = listEntries({ order, role, weeks: [], list: '', requestId: '', refused: null });
  const shown = readShown(entries.was) ?? stored;
  const clean = (text: string) => readText(text).trim();
  return [...Object.keys(shown), 'status', 'deliveryWeek', 'trackingNumbers'].filter(
    (name, index, all) =>
      all.indexOf(name) === index &&
      entries[name] !== undefined &&
      clean(entries[name]) !== clean(shown[name] ?? ''),
  );
}

function readShown(was: string | undefined): Entries | null {
  if (was === undefined) return null;
  try {
    return shownSchema.parse(JSON.parse(was));
  } catch {
    return null;
  }
}

/** Only what differs from what the form showed, so that nothing else is overwritten. */
function readChange(c: Context, order: Order, entries: Entries): Result<FarmChange> {
  const changed = listChanged(c, order, entries);
  const has = (name: string) => changed.includes(name);
  const read = validate(formSchema, { ...entries, ...(!has('status') && { status: undefined }) });
  if (!read.ok) return read;
  const { ignoresFraudWarning, settles, ...rest } = read.value;
  const details = EDITED_FIELDS.filter(has).map((name) => [name, entries[name]]);
  return {
    ok: true,
    value: {
      ...rest,
      ...(ignoresFraudWarning && { ignoresFraudWarning: true }),
      ...(settles && { settles }),
      ...(has('deliveryWeek') && entries.deliveryWeek && { deliveryWeek: entries.deliveryWeek }),
      ...(has('trackingNumbers') && { trackingNumbers: splitTrackingNumbers(entries.trackingNumbers ?? '') }),
      ...(details.length > 0 && { details: Object.fromEntries(details) }),
      ...(has('internalNote') && { internalNote: entries.internalNote }),
    },
  };
}

/**
 * Whether the order is already as the form wants it: it was sent twice, or somebody else has done the same. The list
 * says `again` if an answer was lost; otherwise the second of two people is told, as each may have packed the box.
 */
function isThere(c: Context, { code }: Problem, order: Order, entries: Entries): boolean {
  if (code !== 'order_changed_meanwhile') return false;
  const { was, ...typed } = entries;
  const wanted = listChanged(c, order, entries);
  const missing = listChanged(c, order, typed);
  return (wanted.length > 0 || entries.again === '1') && wanted.every((name) => !missing.includes(name));
}

interface Shown {
  readonly refused?: { readonly form: OrderForm; readonly entries: Entries; readonly problem: Problem };
  readonly mailProblem?: OrderPage['mailProblem'];
  readonly status?: ReturnType<typeof statusOf> | 200;
}

async function send(c: Context, shop: RouteContext, order: Order, shown: Shown): Promise<Response> {
  const { db, clock } = shop;
  const { role } = c.var.person;
  const done = readDone(c, DONE);
  const isOwner = role === 'owner';
  const history = await findOrderEvents(db, order.id);
  const attempt = await findAttempt(db, order.attemptId);
  const base = {
    order,
    role,
    list: readList(c),
    weeks: await readWeekAvailability(db, shop.getCatalogue(), clock()),
  };
  const refused = shown.refused ? describeRefused(c, order, shown.refused) : null;
  const page: OrderPage = {
    ...base,
    refused,
    requestId: refused?.entries.requestId ?? randomUUID(),
    item: showTo(role, toListItem(order)),
    events: isOwner ? history.map(toEvent) : [],
    mails: isOwner ? await findMailsToBuyer(db, order.id) : [],
    canTakeBackMoney: canTakeBack(order),
    now: clock(),
    lastDay: attempt ? findTransferDay(attempt) : null,
    canUndo: (turnBack(order, history) ?? null) !== null,
    others: isOwner ? await findOthers(shop, order) : [],
    isUndone: done !== null && done in UNDONE,
    done: shown.refused || shown.mailProblem || done === null ? null : describeDone(done, history),
    mailProblem: shown.mailProblem ?? null,
  };
  return sendOfficePage(c, shop, {
    page: 'admin/orders',
    of: { path: pathOfOrder(order.orderNumber), heading: order.orderNumber, text: describeHead(page) },
    markup: renderOrder(page),
    title: refused || page.mailProblem ? 'Error' : undefined,
    status: shown.status ?? 200,
  });
}

/** A refund with its sum, as the history has it. */
function describeDone(done: Done, history: readonly StoredEvent[]): string {
  const refund = done === 'refunded' && history.findLast(({ kind }) => kind === 'refund');
  return refund ? `${DONE[done]} ${describeEvent(toEvent(refund))}` : DONE[done];
}

/** An event of the history with the name that its person has now, if it is another. */
export function toEvent({
  createdAt,
  orderId: _,
  personId: __,
  personNow,
  ...event
}: StoredEvent): OrderEvent {
  return {
    ...event,
    ...(personNow !== null && personNow !== event.person && { personNow }),
    at: createdAt,
  };
}

const MOST_OTHERS = 20;

async function findOthers({ db, clock }: RouteContext, order: Order): Promise<Order[]> {
  const own = [order.customerEmail, order.customerPhone].filter((each) => each !== null);
  const found = new Map<string, Order>();
  for (const q of own) {
    const listed = { filter: { q }, now: clock(), role: 'owner' } as const;
    for (const each of await findOrderPage(db, { ...listed, limit: MOST_OTHERS, sort: 'newest' }))
      found.set(each.id, each);
  }
  const digits = (phone: string | null) => phone?.replaceAll(/\D/g, '');
  return [...found.values()].filter(
    ({ id, customerEmail, customerPhone }) =>
      id !== order.id &&
      ((customerEmail !== null && customerEmail.toLowerCase() === order.customerEmail?.toLowerCase()) ||
        (customerPhone !== null && digits(customerPhone) === digits(order.customerPhone))),
  );
}

/** The field that corrects each problem, if it does not name one. */
const FIELD_OF_CODE: Readonly<Partial<Record<Problem['code'], string>>> = {
  week_full: 'deliveryWeek',
  step_not_allowed: 'status',
};

/** A form that comes back: what was typed stays, and everything else is the order's as it is now. */
function describeRefused(
  c: Context,
  order: Order,
  { form, entries, problem }: NonNullable<Shown['refused']>,
): RefusedForm {
  const isConflict = problem.code === 'order_changed_meanwhile';
  const changed = form === 'change' && isConflict ? listChanged(c, order, entries) : [];
  const isKept = (name: string) => changed.includes(name) || name === 'reason' || !isConflict;
  const corrected = correctEntries(DELIVERY_RULES, entries);
  const kept =
    form === 'change' ? Object.entries(corrected).filter(([name]) => isKept(name)) : Object.entries(entries);
  const field = form === 'change' ? FIELD_OF_CODE[problem.code] : undefined;
  const message = messageOf(problem);
  const fields = problem.fields ?? (field === undefined ? {} : { [field]: message });
  const names = Object.keys(fields).filter((name) => name !== 'version' && name !== 'requestId');
  return {
    form,
    entries: Object.fromEntries(kept),
    fields,
    isUnknown: problem.code === 'payments_unavailable',
    problem: {
      messages: [
        ...(names.length === 0 ? [message] : []),
        ...(changed.length > 0
          ? [
              `Below is the order as it is now. What you entered is still there: ${changed.map(nameField).join(', ')}. Look, and save again.`,
            ]
          : []),
      ],
      fields: names.map((name) => ({ controlId: controlId(idOf(form, name)), message: fields[name] ?? '' })),
    },
  };
}

/** Two forms of the page may have a field of one name. */
function idOf(form: OrderForm, name: string): string {
  if (form === 'posted') return 'posted';
  return name === 'reason' && form !== 'change' ? `${form}-reason` : name;
}

function sendUnknown(c: Context, shop: RouteContext, typed: string): Promise<Response> {
  return sendOfficePage(c, shop, {
    page: 'admin/orders',
    of: { path: pathOfOrder(encodeURIComponent(typed)), heading: 'No such order' },
    markup: renderUnknownOrder(typed.slice(0, 100)),
    status: 404,
  });
}
