import { createHost, mount } from './dom.js';
import { Emitter } from './emitter.js';
import { applyStyles } from './styles.js';
import { WALLET_NAMES, WalletSheet } from './wallet-sheet.js';

/**
 * Which wallet this browser is taken to have: `apple_pay`, `google_pay`, or `none`, which is the default because it is
 * what most machines without a phone's wallet answer.
 */
const WALLET_SWITCH = 'payment-sandbox-wallet';
const OPTION_NAMES = { apple_pay: 'applePay', google_pay: 'googlePay' };

/** Stripe's Express Checkout Element: the button of a wallet, and the sheet behind it. */
export class ExpressCheckoutElement extends Emitter {
  #group;
  #options;
  #host;
  #root;
  #styles;
  #sheet;
  #wallet = findWallet();

  constructor(group, options = {}) {
    super();
    this.#group = group;
    this.#options = options;
    const isWhite = options.buttonTheme?.[OPTION_NAMES[this.#wallet]] === 'white';
    const button = this.#wallet
      ? `<button type="button"${isWhite ? ' class="secondary"' : ''}>Buy with ${WALLET_NAMES[this.#wallet]}</button>`
      : '';
    const { host, root } = createHost(`<div class="root">${button}</div>`);
    this.#host = host;
    this.#root = root;
    this.#styles = applyStyles(root, group.appearance);
    this.#styles.setProperty('--button-height', `${options.buttonHeight ?? 44}px`);
  }

  mount(target) {
    mount(this.#host, target);
    this.#group.load().then(({ error }) => {
      if (!this.#host.isConnected) return;
      if (error) return this.emit('loaderror', { elementType: 'expressCheckout', error });
      this.#root.querySelector('button')?.addEventListener('click', () => this.#click());
      const name = OPTION_NAMES[this.#wallet];
      this.emit('ready', { availablePaymentMethods: name && { [name]: true } });
      this.emit('availablepaymentmethodschange', { paymentMethods: name && { [name]: { available: true } } });
    });
  }

  async #click() {
    const details = await this.#ask('click', {});
    if (details === false) return;
    const given = Object.fromEntries(
      Object.entries(details ?? {}).filter(([, value]) => value !== undefined),
    );
    this.#sheet = new WalletSheet(
      this.#wallet,
      { ...this.#options, ...given },
      {
        pay: () => this.#pay(),
        cancel: () => this.#finish(),
        rateChange: (shippingRate) => this.#ask('shippingratechange', { shippingRate }),
        addressChange: (name, address) => this.#ask('shippingaddresschange', { name, address }),
      },
    );
    this.refreshTotal();
    this.#sheet.open();
  }

  /** Tells the page of a change. @returns what it resolves with, or false when it refuses */
  #ask(name, change) {
    return new Promise((answer) => {
      const event = {
        elementType: 'expressCheckout',
        ...change,
        resolve: answer,
        reject: () => answer(false),
      };
      if (!this.emit(name, event)) answer(undefined);
    });
  }

  #pay() {
    const { cardNumber, ...details } = this.#sheet.describe();
    const year = new Date().getFullYear() + 3;
    this.#group.setExpressPayment({
      paymentMethod: {
        type: 'card',
        card: { number: cardNumber, exp_month: 12, exp_year: year, cvc: '123' },
        billing_details: details.billingDetails,
      },
      shipping: details.shippingAddress,
      settle: (error) => (error ? this.#sheet?.fail(error.message) : this.#finish()),
    });
    this.emit('confirm', {
      expressPaymentType: this.#wallet,
      ...details,
      paymentFailed: ({ message } = {}) => this.#sheet?.fail(message),
    });
  }

  #finish() {
    this.#group.setExpressPayment(undefined);
    this.#sheet?.close();
    this.#sheet = undefined;
  }

  refreshTotal() {
    this.#sheet?.setTotal(this.#group.amount);
  }

  destroy() {
    this.#finish();
    this.#host.remove();
    this.#group.forget('expressCheckout');
  }

  update(options) {
    this.#options = { ...this.#options, ...options };
  }

  setAppearance(appearance) {
    this.#styles.setAppearance(appearance);
  }
}

function findWallet() {
  try {
    const wallet = localStorage.getItem(WALLET_SWITCH) ?? '';
    return wallet in WALLET_NAMES ? wallet : undefined;
  } catch {
    // A browser that keeps its storage closed has no wallet, and no error of ours.
    return undefined;
  }
}
