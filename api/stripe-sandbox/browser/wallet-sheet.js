import { createHost, escapeText, renderField, setProblem } from './dom.js';
import { applyStyles } from './styles.js';

const WALLET_CARDS = [
  ['4242424242424242', 'Visa 4242, pays'],
  ['4000000000000002', 'Visa 0002, is declined'],
  ['4000002500003155', 'Visa 3155, asks for authentication'],
  ['4000000000009987', 'Visa 9987, settles later'],
];
const PAYER_FIELDS = [
  { name: 'name', label: 'Full name', autocomplete: 'name' },
  { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' },
];
const ADDRESS_FIELDS = [
  { name: 'line1', label: 'Address', autocomplete: 'address-line1' },
  {
    name: 'line2',
    label: 'Address, second line (optional)',
    autocomplete: 'address-line2',
    isOptional: true,
  },
  { name: 'city', label: 'Town or city', autocomplete: 'address-level2' },
  { name: 'state', label: 'County (optional)', autocomplete: 'address-level1', isOptional: true },
  { name: 'postal_code', label: 'Postcode', autocomplete: 'postal-code' },
];
/** What a wallet tells of an address before the payment. */
const PARTIAL = ['city', 'state', 'postal_code', 'country'];

export const WALLET_NAMES = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' };

/** The sheet that a phone or browser would show: who, where to, which delivery, which card. */
export class WalletSheet {
  #rates;
  #listener;
  #host;
  #dialog;
  #form;
  #refused = new Map();

  /**
   * @param options those of the element, with what the click was resolved with
   * @param listener `pay`, `cancel`, `rateChange(rate)` and `addressChange(name, address)`; the last two resolve to
   *   false for a refusal
   */
  constructor(wallet, { business, shippingRates = [], allowedShippingCountries = ['GB'] }, listener) {
    this.#rates = shippingRates;
    this.#listener = listener;
    const countries = new Intl.DisplayNames('en-GB', { type: 'region' });
    const { host, root } = createHost(`<dialog aria-labelledby="title" class="root">
      <h2 id="title">${WALLET_NAMES[wallet]} (payment sandbox)</h2>
      <form class="stack" novalidate>
        ${[...PAYER_FIELDS, ...ADDRESS_FIELDS].map(renderField).join('')}
        <div><label for="country">Country</label><select id="country" autocomplete="country">
          ${allowedShippingCountries.map((code) => `<option value="${code}">${countries.of(code)}</option>`).join('')}
        </select></div>
        <fieldset><legend>Delivery</legend>${shippingRates.map(renderRate).join('')}</fieldset>
        <div><label for="card">Card</label><select id="card">
          ${WALLET_CARDS.map(([number, label]) => `<option value="${number}">${label}</option>`).join('')}
        </select></div>
        <p class="total"><span>${escapeText(business?.name ?? 'Total')}</span><span id="total"></span></p>
        <p class="problem" role="alert" id="problem"></p>
        <button type="submit">Pay with ${WALLET_NAMES[wallet]}</button>
        <button type="button" class="secondary">Cancel</button>
      </form>
    </dialog>`);
    this.#host = host;
    applyStyles(root, {});
    this.#dialog = root.querySelector('dialog');
    this.#form = root.querySelector('form');
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#form.addEventListener('input', ({ target }) => {
      if (target.ariaInvalid === 'true') setProblem(target, undefined);
    });
    this.#form.addEventListener('change', ({ target }) => this.#change(target));
    root.querySelector('.secondary').addEventListener('click', () => this.#listener.cancel());
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.#listener.cancel();
    });
  }

  async #change({ id, name }) {
    const address = this.#address();
    if (name === 'rate') {
      const answer = await this.#listener.rateChange(this.#rate());
      this.#judge('rate', answer, 'That delivery cannot be chosen.');
    } else if ((id in address || id === 'country') && address.postal_code !== '') {
      const partial = Object.fromEntries(PARTIAL.map((part) => [part, address[part]]));
      const answer = await this.#listener.addressChange(this.#value('name'), partial);
      this.#judge('address', answer, 'Your order cannot be delivered to this address.');
    }
  }

  #judge(what, answer, message) {
    if (answer === false) this.#refused.set(what, message);
    else this.#refused.delete(what);
    this.#showProblem([...this.#refused.values()][0] ?? '');
  }

  #value(name) {
    return this.#form.elements.namedItem(name).value.trim();
  }

  #rate() {
    return this.#rates.find(({ id }) => id === this.#value('rate'));
  }

  #address() {
    const { line2, ...rest } = Object.fromEntries(
      ADDRESS_FIELDS.map(({ name }) => [name, this.#value(name)]),
    );
    return { ...rest, line2: line2 || null, country: this.#value('country') };
  }

  #submit() {
    const inputs = [...this.#form.querySelectorAll('input:not([type=radio])')];
    const wrong = inputs.filter((input) => {
      const isWrong = !input.checkValidity() || (input.required && input.value.trim() === '');
      setProblem(input, isWrong ? 'Please fill this in.' : undefined);
      return isWrong;
    });
    wrong[0]?.focus();
    if (wrong.length > 0 || this.#refused.size > 0) return;
    this.#showProblem('');
    this.#form.querySelector('button').disabled = true;
    this.#listener.pay();
  }

  #showProblem(message) {
    this.#form.querySelector('#problem').textContent = message;
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
    this.#form.querySelector('button').disabled = false;
  }

  setTotal(pence) {
    this.#form.querySelector('#total').textContent = `£${(pence / 100).toFixed(2)}`;
  }

  /** The buyer's choice, as in the `confirm` event, and the card. */
  describe() {
    const [name, address] = [this.#value('name'), this.#address()];
    return {
      billingDetails: { name, address, email: this.#value('email') },
      shippingAddress: { name, address },
      shippingRate: this.#rate(),
      cardNumber: this.#value('card'),
    };
  }
}

/** A way of delivery. Wallets preselect the first. */
function renderRate({ id, amount, displayName, deliveryEstimate }, place) {
  const price = amount === 0 ? 'free' : `£${(amount / 100).toFixed(2)}`;
  const words = escapeText(`${displayName} (${price}, ${deliveryEstimate})`);
  const checked = place === 0 ? ' checked' : '';
  return `<label class="rate"><input type="radio" name="rate" value="${escapeText(id)}"${checked}>${words}</label>`;
}
