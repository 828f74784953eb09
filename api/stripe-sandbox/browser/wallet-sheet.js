import { createField, createHost, createNode } from './dom.js';
import { applyStyles } from './styles.js';
import { createRateChoice } from './wallet-rates.js';

const WALLET_CARDS = [
  ['4242424242424242', 'Visa 4242, pays'],
  ['4000000000000002', 'Visa 0002, is declined'],
  ['4000002500003155', 'Visa 3155, asks for authentication'],
  ['4000000000009987', 'Visa 9987, settles later'],
];
const ADDRESS_FIELDS = [
  { name: 'line1', label: 'Address', autocomplete: 'address-line1', required: '' },
  { name: 'line2', label: 'Address, second line (optional)', autocomplete: 'address-line2' },
  { name: 'city', label: 'Town or city', autocomplete: 'address-level2', required: '' },
  { name: 'state', label: 'County (optional)', autocomplete: 'address-level1' },
  { name: 'postal_code', label: 'Postcode', autocomplete: 'postal-code', required: '' },
];
const PARTIAL = ['city', 'state', 'postal_code', 'country'];

export const WALLET_NAMES = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' };

/** The sheet that a phone or browser would show: who, where to, which delivery, which card. */
export class WalletSheet {
  #options;
  #listener;
  #host;
  #dialog;
  #fields = {};
  #rates = createNode('div');
  #total = createNode('span');
  #problem = createNode('p', { class: 'problem', role: 'alert' });
  #pay;
  #card;
  #country;
  #selectedRateId;
  #isAddressRefused = false;
  #isRateRefused = false;

  /**
   * @param options those of the element, with what the click was resolved with
   * @param listener `pay`, `cancel`, `rateChange(rate)` and `addressChange(name, address)`; the last two resolve to
   *   new options, or to false for a refusal
   */
  constructor(wallet, options, listener) {
    this.#options = options;
    this.#listener = listener;
    const { host, root } = createHost();
    this.#host = host;
    applyStyles(root, {});
    this.#pay = createNode('button', { type: 'submit' }, `Pay with ${WALLET_NAMES[wallet]}`);
    this.#card = createNode(
      'select',
      { id: 'card' },
      WALLET_CARDS.map(([number, label]) => createNode('option', { value: number }, label)),
    );
    const cancel = createNode('button', { type: 'button', class: 'secondary' }, 'Cancel');
    cancel.addEventListener('click', () => this.#cancel());
    const form = createNode(
      'form',
      { class: 'stack', novalidate: '' },
      this.#createContact(),
      this.#createAddress(),
      this.#rates,
      createNode('div', {}, createNode('label', { for: 'card' }, 'Card'), this.#card),
      createNode(
        'p',
        { class: 'total' },
        createNode('span', {}, options.business?.name ?? 'Total'),
        this.#total,
      ),
      this.#problem,
      this.#pay,
      cancel,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    const title = createNode('h2', { id: 'title' }, `${WALLET_NAMES[wallet]} (payment sandbox)`);
    this.#dialog = createNode('dialog', { 'aria-labelledby': 'title', class: 'root' }, title, form);
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.#cancel();
    });
    root.append(this.#dialog);
    this.#renderRates();
  }

  #createContact() {
    const { emailRequired, phoneNumberRequired } = this.#options;
    return [
      this.#addField({ name: 'name', label: 'Full name', autocomplete: 'name', required: '' }),
      emailRequired
        ? this.#addField({
            name: 'email',
            label: 'E-mail',
            type: 'email',
            autocomplete: 'email',
            required: '',
          })
        : null,
      phoneNumberRequired
        ? this.#addField({ name: 'phone', label: 'Phone', type: 'tel', autocomplete: 'tel', required: '' })
        : null,
    ];
  }

  #createAddress() {
    const {
      shippingAddressRequired,
      billingAddressRequired,
      allowedShippingCountries = ['GB'],
    } = this.#options;
    if (!shippingAddressRequired && !billingAddressRequired) return [];
    const names = new Intl.DisplayNames('en-GB', { type: 'region' });
    this.#country = createNode(
      'select',
      { id: 'country', autocomplete: 'country' },
      allowedShippingCountries.map((code) => createNode('option', { value: code }, names.of(code))),
    );
    const nodes = ADDRESS_FIELDS.map((field) => this.#addField(field));
    const country = createNode('div', {}, createNode('label', { for: 'country' }, 'Country'), this.#country);
    for (const node of [...nodes, country]) node.addEventListener('change', () => this.#changeAddress());
    return [...nodes, country];
  }

  #addField(options) {
    const field = createField(options);
    this.#fields[options.name] = field;
    field.input.addEventListener('input', () => field.setProblem(undefined));
    return field.node;
  }

  #renderRates() {
    const { shippingRates = [] } = this.#options;
    if (!shippingRates.some(({ id }) => id === this.#selectedRateId))
      this.#selectedRateId = shippingRates[0]?.id;
    const choice = createRateChoice(shippingRates, this.#selectedRateId, (rate) => this.#changeRate(rate));
    this.#rates.replaceChildren(...choice);
  }

  async #changeRate(rate) {
    this.#selectedRateId = rate.id;
    const answer = await this.#listener.rateChange(rate);
    this.#isRateRefused = answer === false;
    if (answer === false) this.#showProblem('That delivery cannot be chosen.');
    else this.#take(answer);
  }

  async #changeAddress() {
    const address = this.#address();
    if (!this.#options.shippingAddressRequired || address.postal_code === '') return;
    const partial = Object.fromEntries(PARTIAL.map((name) => [name, address[name]]));
    const answer = await this.#listener.addressChange(this.#value('name'), partial);
    this.#isAddressRefused = answer === false;
    if (answer === false) this.#showProblem('Your order cannot be delivered to this address.');
    else this.#take(answer);
  }

  #take(answer = {}) {
    this.#showProblem('');
    if (answer.shippingRates) {
      this.#options = { ...this.#options, shippingRates: answer.shippingRates };
      this.#renderRates();
    }
  }

  #value(name) {
    return this.#fields[name]?.input.value.trim() ?? '';
  }

  #address() {
    const { line2, ...rest } = Object.fromEntries(
      ADDRESS_FIELDS.map(({ name }) => [name, this.#value(name)]),
    );
    return { ...rest, line2: line2 || null, country: this.#country?.value ?? 'GB' };
  }

  #submit() {
    const wrong = Object.values(this.#fields).filter((field) => {
      const isWrong =
        !field.input.checkValidity() || (field.input.required && field.input.value.trim() === '');
      field.setProblem(isWrong ? 'Please fill this in.' : undefined);
      return isWrong;
    });
    wrong[0]?.input.focus();
    if (wrong.length > 0 || this.#isAddressRefused || this.#isRateRefused) return;
    this.#showProblem('');
    this.#pay.disabled = true;
    this.#listener.pay();
  }

  #cancel() {
    this.close();
    this.#listener.cancel();
  }

  #showProblem(message) {
    this.#problem.textContent = message;
  }

  open() {
    document.body.append(this.#host);
    this.#dialog.showModal();
  }

  close() {
    this.#dialog.close();
    this.#host.remove();
  }

  /** Marks the payment as failed; the buyer can try again or cancel. */
  fail(message = 'The payment failed.') {
    this.#showProblem(message);
    this.#pay.disabled = false;
  }

  /** @param pence of the whole order, in the smallest unit of its currency */
  setTotal(pence, currency = 'gbp') {
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
    this.#total.textContent = pence === undefined ? '' : format.format(pence / 100);
  }

  /** The buyer's choice, as in the `confirm` event. */
  describe() {
    const { shippingAddressRequired, shippingRates = [] } = this.#options;
    const [name, address] = [this.#value('name'), this.#address()];
    const billingDetails = { name, address };
    if (this.#fields.email) billingDetails.email = this.#value('email');
    if (this.#fields.phone) billingDetails.phone = this.#value('phone');
    const shippingRate = shippingRates.find(({ id }) => id === this.#selectedRateId);
    return {
      billingDetails,
      ...(shippingAddressRequired ? { shippingAddress: { name, address } } : {}),
      ...(shippingRate ? { shippingRate } : {}),
    };
  }

  get cardNumber() {
    return this.#card.value;
  }
}
