import { keepOrderDraft } from './stored-order.ts';

/** On a buyer's own page: the order form begins with what this order has, except the boxes. */

const link = document.querySelector<HTMLAnchorElement>('[data-again]');
link?.addEventListener('click', () => keepOrderDraft(JSON.parse(link.dataset.again ?? '{}')));
