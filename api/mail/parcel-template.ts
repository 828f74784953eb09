import { countBoxes } from '#domain/orders/describe-order.ts';
import { trackingUrl } from '#domain/orders/parcels.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Order } from '../orders/orders-repository.ts';
import type { MailSettings } from './mail-settings.ts';
import { address, greeting, linkToOrder } from './order-templates.ts';
import type { Template, TemplatePart } from './template.ts';

/** What is new about an order's parcels. */
interface ParcelNews {
  /** The tracking numbers that the buyer has not been told of. */
  readonly numbers: readonly string[];
  /** Whether they replace others that the buyer knows. */
  readonly isCorrected: boolean;
  /** Whether they come beside others that the buyer knows. */
  readonly isFurther: boolean;
}

/** To the buyer, once the order is sent, and once a number is added or corrected. */
export function writeParcelTemplate(
  order: Order,
  news: ParcelNews,
  settings: Pick<MailSettings, 'farm' | 'sale'>,
): Template {
  const { numbers } = news;
  return {
    subject: `Your order ${order.orderNumber} is on its way`,
    from: settings.farm,
    parts: [
      { kind: 'paragraph', text: greeting(order) },
      { kind: 'paragraph', text: describeNews(order, news) },
      {
        kind: 'facts',
        facts: [
          ...(numbers.length === 0
            ? []
            : [[numbers.length === 1 ? 'Tracking number' : 'Tracking numbers', numbers.join('\n')] as const]),
          ['Delivery to', address(order)],
        ],
      },
      ...numbers.map((number) => linkToParcel(number, numbers.length > 1)),
      ...linkToOrder(order, settings),
      {
        kind: 'paragraph',
        text: 'If it does not arrive, please ring us or write, and quote your order number.',
      },
    ],
  };
}

function describeNews(order: Order, { numbers, isCorrected, isFurther }: ParcelNews): string {
  const { orderNumber } = order;
  if (isCorrected) {
    const [what, follow] =
      numbers.length === 1 ? ['number', 'This is the right one'] : ['numbers', 'These are the right ones'];
    return `We have corrected the tracking ${what} for your order ${orderNumber}. ${follow}.`;
  }
  if (isFurther)
    return `${numbers.length === 1 ? 'Another parcel' : 'More parcels'} of your order ${orderNumber} ${numbers.length === 1 ? 'is' : 'are'} on the way to you.`;
  return `Your order ${orderNumber} (${formatBoxes(countBoxes(order).left)}) is on its way to you.`;
}

function linkToParcel(number: string, isOneOfSeveral: boolean): TemplatePart {
  return {
    kind: 'link',
    label: isOneOfSeveral ? `Track ${number}` : 'Track your parcel',
    url: trackingUrl(number),
  };
}
