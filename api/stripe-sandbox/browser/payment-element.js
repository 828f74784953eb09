import { describeCard, findCardProblems, formatExpiry, formatNumber } from './card.js';
import { createField, createHost, createNode, findContainer } from './dom.js';
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
    format: (value) => value.replace(/\D/g, '').slice(0, 4),
  },
];

/** Stripe's Payment Element, with a card as the one way to pay. */
export class PaymentElement extends Emitter {
  type = 'payment';
  #group;
  #options;
  #host;
  #fields = {};
  #styles;
  #container;

  constructor(group, options = {}) {
    super();
    this.#group = group;
    this.#options = options;
    const { host, root } = createHost();
    this.#host = host;
    this.#styles = applyStyles(root, group.appearance);
    const nodes = FIELDS.map((field) => this.#createField(field));
    root.append(
      createNode(
        'div',
        { class: 'root', role: 'group', 'aria-label': 'Card' },
        createNode('div', { class: 'fields' }, nodes),
      ),
    );
    this.update(options);
    root.addEventListener('focusin', () => this.emit('focus', { elementType: 'payment' }));
    root.addEventListener('focusout', () => this.emit('blur', { elementType: 'payment' }));
    root.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.emit('escape', { elementType: 'payment' });
    });
  }

  #createField({ format, ...attributes }) {
    const field = createField({ inputmode: 'numeric', required: '', ...attributes });
    this.#fields[attributes.name] = field;
    const { input } = field;
    input.addEventListener('input', () => {
      // Someone who corrects the middle of a number must not have the cursor moved.
      if (input.selectionStart === input.value.length) input.value = format(input.value);
      field.setProblem(undefined);
      this.#emitChange();
    });
    input.addEventListener('change', () => {
      input.value = format(input.value);
      if (input.value !== '') field.setProblem(this.#problems()[attributes.name]?.message);
    });
    return field.node;
  }

  #entries() {
    return Object.fromEntries(Object.entries(this.#fields).map(([name, { input }]) => [name, input.value]));
  }

  #problems() {
    return findCardProblems(this.#entries());
  }

  #emitChange() {
    this.emit('change', {
      elementType: 'payment',
      empty: Object.values(this.#entries()).every((value) => value === ''),
      complete: Object.values(this.#problems()).every((problem) => problem === undefined),
      collapsed: false,
      value: { type: 'card' },
    });
  }

  mount(target) {
    this.#container = findContainer(target);
    this.#container.classList.add('StripeElement');
    this.#container.append(this.#host);
    this.emit('loaderstart', { elementType: 'payment' });
    this.#group.load().then(({ error }) => {
      if (!this.#host.isConnected) return;
      if (error) this.emit('loaderror', { elementType: 'payment', error });
      else this.emit('ready', { elementType: 'payment' });
    });
  }

  unmount() {
    this.#host.remove();
    this.#container?.classList.remove('StripeElement');
  }

  destroy() {
    this.unmount();
    this.#group.forget(this);
  }

  update(options) {
    this.#options = { ...this.#options, ...options };
    for (const { input } of Object.values(this.#fields)) input.readOnly = this.#options.readOnly === true;
    return this;
  }

  setAppearance(appearance) {
    this.#styles.setAppearance(appearance);
  }

  focus() {
    this.#fields.number.input.focus();
  }

  blur() {
    this.#host.shadowRoot.activeElement?.blur();
  }

  clear() {
    for (const { input, setProblem } of Object.values(this.#fields)) {
      input.value = '';
      setProblem(undefined);
    }
    this.#emitChange();
  }

  collapse() {
    return this;
  }

  /**
   * Shows what is wrong with the entries, and leads to the first of it.
   * @returns the first problem as Stripe's error, or undefined
   */
  validate() {
    const problems = this.#problems();
    for (const [name, field] of Object.entries(this.#fields)) field.setProblem(problems[name]?.message);
    const first = Object.keys(this.#fields).find((name) => problems[name] !== undefined);
    if (first === undefined) return undefined;
    this.#fields[first].input.focus();
    return { type: 'validation_error', ...problems[first] };
  }

  /** The parameters of the payment method that has been entered. */
  describePaymentMethod() {
    const { billingDetails } = this.#options.defaultValues ?? {};
    return { type: 'card', card: describeCard(this.#entries()), billing_details: billingDetails };
  }
}
