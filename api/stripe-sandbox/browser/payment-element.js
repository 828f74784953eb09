import { findCardProblems, formatExpiry, formatNumber } from './card.js';
import { createHost, mount, renderField, setProblem } from './dom.js';
import { Emitter } from './emitter.js';
import { applyStyles } from './styles.js';

const FIELDS = [
  {
    name: 'number',
    label: 'Card number',
    autocomplete: 'cc-number',
    hint: 'To try it: 4242 4242 4242 4242, any date in the future, any code.',
    isWide: true,
    format: formatNumber,
  },
  { name: 'expiry', label: 'Expiry date (MM / YY)', autocomplete: 'cc-exp', format: formatExpiry },
  {
    name: 'cvc',
    label: 'Security code (CVC)',
    autocomplete: 'cc-csc',
    format: (value) => value.replace(/\D/g, '').slice(0, 3),
  },
];

/** Stripe's Payment Element, with a card as the one way to pay. */
export class PaymentElement extends Emitter {
  #group;
  #options;
  #host;
  #inputs = {};
  #styles;

  constructor(group, options = {}) {
    super();
    this.#group = group;
    this.#options = options;
    const fields = FIELDS.map((field) => renderField({ inputmode: 'numeric', ...field })).join('');
    const { host, root } = createHost(
      `<div class="root" role="group" aria-label="Card"><div class="fields">${fields}</div></div>`,
    );
    this.#host = host;
    this.#styles = applyStyles(root, group.appearance);
    for (const { name, format } of FIELDS) this.#follow(name, root.getElementById(name), format);
  }

  #follow(name, input, format) {
    this.#inputs[name] = input;
    input.addEventListener('input', () => {
      // Someone who corrects the middle of a number must not have the cursor moved.
      if (input.selectionStart === input.value.length) input.value = format(input.value);
      setProblem(input, undefined);
    });
    input.addEventListener('change', () => {
      input.value = format(input.value);
      if (input.value !== '') setProblem(input, findCardProblems(this.#entries())[name]?.message);
    });
  }

  #entries() {
    return Object.fromEntries(Object.entries(this.#inputs).map(([name, { value }]) => [name, value]));
  }

  mount(target) {
    mount(this.#host, target);
    this.#group.load().then(({ error }) => {
      if (!this.#host.isConnected) return;
      if (error) this.emit('loaderror', { elementType: 'payment', error });
      else this.emit('ready', { elementType: 'payment' });
    });
  }

  destroy() {
    this.#host.remove();
    this.#group.forget('payment');
  }

  update(options) {
    this.#options = { ...this.#options, ...options };
  }

  setAppearance(appearance) {
    this.#styles.setAppearance(appearance);
  }

  /** @returns how to pay, or the first of what is wrong with the entries, which is shown and has the focus */
  choosePayment() {
    const entries = this.#entries();
    const problems = findCardProblems(entries);
    for (const [name, input] of Object.entries(this.#inputs)) setProblem(input, problems[name]?.message);
    const first = Object.keys(this.#inputs).find((name) => problems[name] !== undefined);
    if (first !== undefined) {
      this.#inputs[first].focus();
      return { error: { type: 'validation_error', ...problems[first] } };
    }
    const [month, year] = entries.expiry.split(' / ');
    const card = {
      number: entries.number.replaceAll(' ', ''),
      exp_month: month,
      exp_year: `20${year}`,
      cvc: entries.cvc,
    };
    const { billingDetails } = this.#options.defaultValues ?? {};
    return { paymentMethod: { type: 'card', card, billing_details: billingDetails }, settle() {} };
  }
}
