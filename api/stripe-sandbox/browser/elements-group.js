import { callApi, integrationError, intentIdOf } from './api.js';
import { ExpressCheckoutElement } from './express-checkout-element.js';
import { PaymentElement } from './payment-element.js';

const ELEMENT_TYPES = { payment: PaymentElement, expressCheckout: ExpressCheckoutElement };

/** The result of `stripe.elements()`: the elements of one payment, whose intent exists already or is made later. */
export class ElementsGroup {
  #key;
  #options;
  #elements = new Map();
  #express;
  #isSubmitted = false;

  constructor(key, options = {}) {
    const { clientSecret, mode } = options;
    if ((clientSecret === undefined) === (mode === undefined)) {
      throw integrationError('Invalid value for elements(): give a clientSecret or a mode.');
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

  /** Asks whether the payment can be made. */
  load() {
    const { mode, amount, currency } = this.#options;
    const params =
      this.clientSecret === undefined
        ? { deferred_intent: { mode, amount, currency } }
        : { client_secret: this.clientSecret };
    return callApi(this.#key, 'GET', '/elements/sessions', params);
  }

  /** In pence, of a payment that is made later. */
  get amount() {
    return this.#options.amount;
  }

  create(type, options) {
    const Element = ELEMENT_TYPES[type];
    if (!Element || this.#elements.has(type)) {
      throw integrationError(`The payment sandbox has one element of each of two types, not ${type}.`);
    }
    const element = new Element(this, options);
    this.#elements.set(type, element);
    return element;
  }

  forget(type) {
    this.#elements.delete(type);
  }

  update(options) {
    this.#options = { ...this.#options, ...options };
    for (const element of this.#elements.values()) {
      element.setAppearance(this.appearance);
      element.refreshTotal?.();
    }
  }

  /** Says that the page has checked what it wants to. A wallet's sheet has checked itself. */
  async submit() {
    this.#isSubmitted = true;
    return {};
  }

  setExpressPayment(payment) {
    this.#express = payment;
    this.#isSubmitted = false;
  }

  /** How to pay: with the wallet whose sheet is open, else with the card that has been entered. */
  choosePayment() {
    const payment = this.#express ?? this.#elements.get('payment')?.choosePayment();
    if (!payment) throw integrationError('Elements has no mounted Element to pay with.');
    return payment;
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
