/** Where this script came from, with a final slash: the calls and pages are beside it. */
const SANDBOX_BASE = new URL('.', document.currentScript?.src ?? new URL('/payment-sandbox/', location.href))
  .href;

/**
 * One call of Stripe's API that a publishable key may make.
 * @returns {Promise<{ value?: any, error?: any }>} the answer, or the error in Stripe's shape
 */
export async function callApi(key, method, path, params = {}) {
  const body = new URLSearchParams();
  addParams(body, '', params);
  const url = new URL(`v1${path}${method === 'GET' ? `?${body}` : ''}`, SANDBOX_BASE);
  try {
    const response = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      ...(method === 'POST' ? { body } : {}),
    });
    const answer = await response.json();
    return answer.error ? { error: answer.error } : { value: answer };
  } catch {
    const message = 'We are experiencing issues connecting to our payments provider. Please try again.';
    return { error: { type: 'api_connection_error', message } };
  }
}

/** `a[b][0]=c`, as the API takes it. What is undefined or null is left out. */
function addParams(body, prefix, value) {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object') {
    body.append(prefix, String(value));
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    addParams(body, prefix === '' ? name : `${prefix}[${name}]`, inner);
  }
}

/** The id at the start of a client secret. */
export function intentIdOf(clientSecret) {
  return String(clientSecret).split('_secret_')[0];
}

/** A mistake of the page that uses Stripe.js, not of the buyer. */
export function integrationError(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}
