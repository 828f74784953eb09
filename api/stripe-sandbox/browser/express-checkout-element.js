import { createHost, createNode, findContainer } from './dom.js';
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
  type = 'expressCheckout';
  #group;
  #options;
  #host;
  #root;
  #styles;
  #container;
  #sheet;
  #wallet;

  constructor(group, options = {}) {
    super();
    this.#group = group;
    this.#options = options;
    const { host, root } = createHost();
    this.#host = host;
    this.#root = root;
    this.#styles = applyStyles(root, group.appearance);
    this.#styles.setProperty('--button-height', `${options.buttonHeight ?? 44}px`);
  }

  mount(target) {
    this.#container = findContainer(target);
    this.#container.classList.add('StripeElement');
    this.#container.append(this.#host);
    this.#group.load().then(({ error }) => {
      if (!this.#host.isConnected) return;
      if (error) this.emit('loaderror', { elementType: this.type, error });
      else this.#show();
    });
  }

  #show() {
    const wallet = this.#findWallet();
    this.#wallet = wallet;
    if (wallet) {
      const button = createNode('button', { type: 'button' }, `Buy with ${WALLET_NAMES[wallet]}`);
      button.addEventListener('click', () => this.#click());
      button.addEventListener('focus', () => this.emit('focus', { elementType: this.type }));
      button.addEventListener('blur', () => this.emit('blur', { elementType: this.type }));
      this.#root.replaceChildren(createNode('div', { class: 'root' }, button));
    }
    const available = wallet && {
      amazonPay: false,
      applePay: wallet === 'apple_pay',
      googlePay: wallet === 'google_pay',
      klarna: false,
      link: false,
      paypal: false,
    };
    const changes = wallet && { [OPTION_NAMES[wallet]]: { available: true } };
    this.emit('ready', { elementType: this.type, availablePaymentMethods: available });
    this.emit('availablepaymentmethodschange', { elementType: this.type, paymentMethods: changes });
  }

  #findWallet() {
    const wallet = readWalletSwitch() ?? 'none';
    const isOffered = this.#options.paymentMethods?.[OPTION_NAMES[wallet]] !== 'never';
    return wallet in WALLET_NAMES && isOffered ? wallet : undefined;
  }

  #click() {
    const ask = (resolve, reject) => {
      const event = { elementType: this.type, expressPaymentType: this.#wallet, resolve, reject };
      if (!this.emit('click', event)) resolve();
    };
    new Promise((resolve, reject) => ask(resolve, () => reject(new Error('refused')))).then(
      (details) => this.#openSheet(details),
      () => {},
    );
  }

  #openSheet(details = {}) {
    const given = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
    const sheet = new WalletSheet(
      this.#wallet,
      { ...this.#options, ...given },
      {
        pay: () => this.#pay(),
        cancel: () => {
          this.#finish();
          this.emit('cancel', { elementType: this.type });
        },
        rateChange: (shippingRate) => this.#ask('shippingratechange', { shippingRate }),
        addressChange: (name, address) => this.#ask('shippingaddresschange', { name, address }),
      },
    );
    this.#sheet = sheet;
    this.refreshTotal();
    sheet.open();
  }

  /** Tells the page of a change. @returns what it resolves with, or false when it refuses */
  #ask(name, change) {
    return new Promise((answer) => {
      const event = { elementType: this.type, ...change, resolve: answer, reject: () => answer(false) };
      if (!this.emit(name, event)) answer(undefined);
    });
  }

  #pay() {
    const details = this.#sheet.describe();
    this.#group.setExpressPayment({
      paymentMethod: {
        type: 'card',
        card: {
          number: this.#sheet.cardNumber,
          exp_month: 12,
          exp_year: new Date().getFullYear() + 3,
          cvc: '123',
        },
        billing_details: details.billingDetails,
        sandbox_wallet: this.#wallet,
      },
      shipping: details.shippingAddress,
      settle: (error) => (error ? this.#sheet?.fail(error.message) : this.#finish()),
    });
    this.emit('confirm', {
      elementType: this.type,
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
    const { amount, currency } = this.#group.total();
    this.#sheet?.setTotal(amount, currency);
  }

  unmount() {
    this.#host.remove();
    this.#container?.classList.remove('StripeElement');
  }

  destroy() {
    if (this.#sheet) this.#finish();
    this.unmount();
    this.#group.forget(this);
  }

  update(options) {
    this.#options = { ...this.#options, ...options };
    return this;
  }

  setAppearance(appearance) {
    this.#styles.setAppearance(appearance);
  }

  focus() {
    this.#root.querySelector('button')?.focus();
  }

  blur() {
    this.#root.activeElement?.blur();
  }

  clear() {}
}

function readWalletSwitch() {
  try {
    return localStorage.getItem(WALLET_SWITCH);
  } catch {
    // A browser that keeps its storage closed has no wallet, and no error of ours.
    return null;
  }
}
