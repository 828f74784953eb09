import { callApi, integrationError, intentIdOf } from './api.js';
import { Emitter } from './emitter.js';
import { ExpressCheckoutElement } from './express-checkout-element.js';
import { PaymentElement } from './payment-element.js';

const ELEMENT_TYPES = { payment: PaymentElement, expressCheckout: ExpressCheckoutElement };

/** The result of `stripe.elements()`: the elements of one payment, whose intent exists already or is made later. */
export class ElementsGroup extends Emitter {
  #key;
  #options;
  #elements = new Map();
  #express;
  #session;
  #isSubmitted = false;

  constructor(key, options = {}) {
    super();
    const { clientSecret, mode } = options;
    if ((clientSecret === undefined) === (mode === undefined)) {
      throw integrationError('Invalid value for elements(): give either a clientSecret or a mode.');
    }
    if (clientSecret !== undefined && !/^pi_\w+_secret_\w+$/.test(clientSecret)) {
      throw integrationError(
        `Invalid value for elements(): clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
      );
    }
    if (
      mode !== undefined &&
      (mode !== 'payment' || !Number.isInteger(options.amount) || options.amount < 1)
    ) {
      throw integrationError(
        'Invalid value for elements(): the sandbox has mode "payment" with a positive amount.',
      );
    }
    this.#key = key;
    this.#options = options;
  }

  get appearance() {
    return this.#options.appearance;
  }

  get clientSecret() {
    return this.#options.clientSecret;
  }

  /** Whether the buyer's entries have been checked, where the page must ask for it: before the intent is made. */
  get isReadyToConfirm() {
    return this.clientSecret !== undefined || this.#isSubmitted;
  }

  /** Amount and currency of the payment, as far as they are known. */
  total() {
    const { amount, currency } = this.clientSecret === undefined ? this.#options : (this.#session ?? {});
    return { amount, currency };
  }

  /** The payment at Stripe, requested once. */
  load() {
    const { mode, amount, currency } = this.#options;
    const params =
      this.clientSecret === undefined
        ? { deferred_intent: { mode, amount, currency } }
        : { client_secret: this.clientSecret };
    return callApi(this.#key, 'GET', '/elements/sessions', params).then((answer) => {
      this.#session = answer.value;
      for (const element of this.#elements.values()) element.refreshTotal?.();
      return answer;
    });
  }

  create(type, options) {
    const Element = ELEMENT_TYPES[type];
    if (!Element) throw integrationError(`The payment sandbox has no element of type ${type}.`);
    if (this.#elements.has(type)) {
      throw integrationError(`Can only create one Element of type ${type} through elements.`);
    }
    const element = new Element(this, options);
    this.#elements.set(type, element);
    return element;
  }

  /** @param type its name, or the component of react-stripe-js */
  getElement(type) {
    return this.#elements.get(type?.__elementType ?? type) ?? null;
  }

  forget(element) {
    if (this.#elements.get(element.type) === element) this.#elements.delete(element.type);
  }

  async update(options) {
    this.#options = { ...this.#options, ...options };
    for (const element of this.#elements.values()) {
      element.setAppearance(this.appearance);
      element.refreshTotal?.();
    }
    this.emit('update-end');
  }

  async fetchUpdates() {
    const { error } = await this.load();
    return error ? { error: { message: error.message } } : {};
  }

  /** Checks what has been entered. */
  async submit() {
    if (this.#express) {
      this.#isSubmitted = true;
      return { selectedPaymentMethod: this.#express.paymentMethod.sandbox_wallet };
    }
    const element = this.#elements.get('payment');
    if (!element) throw integrationError('elements.submit() needs a mounted Element.');
    const error = element.validate();
    this.#isSubmitted = error === undefined;
    return error ? { error } : { selectedPaymentMethod: 'card' };
  }

  setExpressPayment(payment) {
    this.#express = payment;
    this.#isSubmitted = false;
  }

  /** How to pay: with the wallet whose sheet is open, else with the card that has been entered. */
  choosePayment() {
    if (this.#express) return this.#express;
    const element = this.#elements.get('payment');
    if (!element) throw integrationError('Elements has no mounted Element to pay with.');
    const error = element.validate();
    return error ? { error } : { paymentMethod: element.describePaymentMethod(), settle() {} };
  }

  /** @returns an error when the intent is not for what the elements have shown */
  async findMismatch(clientSecret) {
    if (this.clientSecret !== undefined) return undefined;
    const path = `/payment_intents/${intentIdOf(clientSecret)}`;
    const { value: intent, error } = await callApi(this.#key, 'GET', path, { client_secret: clientSecret });
    if (error) return error;
    const { amount, currency } = this.#options;
    if (intent.amount === amount && intent.currency === currency.toLowerCase()) return undefined;
    const message = `The PaymentIntent is for ${intent.amount} ${intent.currency}, but Elements has shown ${amount} ${currency}.`;
    return { type: 'invalid_request_error', code: 'elements_intent_mismatch', message };
  }
}
