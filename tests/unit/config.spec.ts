import { expect, test } from '@playwright/test';
import { readConfig } from '../../api/config.ts';

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_made_up',
  STRIPE_WEBHOOK_SECRET: 'whsec_made_up',
  PUBLIC_STRIPE_PUBLISHABLE_KEY: 'pk_test_made_up',
};

test('without settings, the service listens on 4321 and uses the payment sandbox', () => {
  const config = readConfig({});
  expect(config.port).toBe(4321);
  expect(config.payments).toEqual({ mode: 'sandbox', url: undefined });
  expect(config.dataDir).toMatch(/\/data$/);
});

test('with all three of Stripe’s variables, the service uses Stripe', () => {
  expect(readConfig({ ...STRIPE, NODE_ENV: 'production' }).payments).toEqual({
    mode: 'stripe',
    secretKey: 'sk_test_made_up',
    publishableKey: 'pk_test_made_up',
    webhookSecret: 'whsec_made_up',
  });
});

for (const name of Object.keys(STRIPE)) {
  test(`without ${name} beside the other two, the service refuses to start and names it`, () => {
    expect(() => readConfig({ ...STRIPE, [name]: undefined })).toThrow(`${name} is missing`);
  });
}

test('in production without keys, the sandbox must be chosen explicitly', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('STRIPE_WEBHOOK_SECRET');
  expect(readConfig({ NODE_ENV: 'production', PAYMENTS: 'sandbox' }).payments.mode).toBe('sandbox');
});

test('every invalid variable is named at once, and no secret is repeated', () => {
  const env = {
    PORT: '70000',
    TRUST_PROXY: 'yes',
    ADMIN_PASSWORD: 'short',
    METRICS_TOKEN: 'brief token of some words',
    SMTP_URL: 'http://user:pass@host',
    // systemd's files have no remarks behind a value.
    ...STRIPE,
    STRIPE_SECRET_KEY: 'sk_live_made_up # the new one',
  };
  let message = '';
  try {
    readConfig(env);
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain('PORT=70000: must be a whole number from 0 to 65535');
  expect(message).toContain('TRUST_PROXY=yes');
  expect(message).toContain('ADMIN_PASSWORD: must have at least 12 characters');
  expect(message).toContain('SMTP_URL: must be a URL');
  expect(message).toContain('METRICS_TOKEN: must have at least 16 characters');
  expect(message).toContain('STRIPE_SECRET_KEY: must start with sk_ or rk_, without spaces');
  expect(message).not.toContain('brief token');
  expect(message).not.toContain('short');
  expect(message).not.toContain('pass@');
});

test('a misspelt variable is named with the one that is meant, and others are not ours', () => {
  expect(() => readConfig({ ...STRIPE, STRIPE_SECRET_KEY: '', STRIPE_SECERT_KEY: 'sk_test_1' })).toThrow(
    'STRIPE_SECRET_KEY is missing. STRIPE_SECERT_KEY: did you mean STRIPE_SECRET_KEY?',
  );
  const others = {
    HOME: '/',
    PATH: '/bin',
    LANG: 'C',
    HOSTNAME: 'a',
    SMTP_HOST: 'x',
    npm_config_port: '1',
  };
  expect(readConfig({ ...others, PORTS: '80', Data_Dir: '/data', KEEP_ORDER_YEARS: '7' }).misspelt).toEqual([
    'PORTS: did you mean PORT?',
    'Data_Dir: did you mean DATA_DIR?',
    'KEEP_ORDER_YEARS: did you mean KEEP_ORDERS_YEARS?',
  ]);
});

test('numbers are read in digits only', () => {
  for (const name of ['PORT', 'TRUST_PROXY', 'KEEP_MESSAGES_DAYS', 'KEEP_ORDERS_YEARS'])
    for (const written of ['1e1', '0x1', ' 1', '+1', '1.0', '-0', 'Infinity', '９'])
      expect(() => readConfig({ [name]: written }), written).toThrow(
        `${name}=${written}: must be a whole number`,
      );
  expect(readConfig({ TRUST_PROXY: '10' }).trustedProxies).toBe(10);
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', STRIPE_SECRET_KEY: '' }).port).toBe(4321);
});

test('Stripe keys of different modes are refused together', () => {
  expect(() => readConfig({ ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_1' })).toThrow(
    'STRIPE_SECRET_KEY is a live key and PUBLIC_STRIPE_PUBLISHABLE_KEY a test key',
  );
});

test('the sandbox beside live keys is refused, and named', () => {
  const live = { STRIPE_SECRET_KEY: 'sk_live_1', PUBLIC_STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  for (const keys of [{ ...STRIPE, ...live }, { PUBLIC_STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }])
    expect(() => readConfig({ ...keys, PAYMENTS: 'sandbox' })).toThrow(
      'PAYMENTS=sandbox stands beside live keys of Stripe',
    );
  expect(readConfig({ ...STRIPE, PAYMENTS: 'sandbox' }).payments.mode).toBe('sandbox');
});

test('Royal Mail does not receive orders from the sandbox', () => {
  expect(readConfig(STRIPE).clickAndDrop).toBeUndefined();
  expect(readConfig({ CLICK_AND_DROP_KEY: 'key' }).clickAndDrop).toBeUndefined();
  expect(readConfig({ ...STRIPE, CLICK_AND_DROP_KEY: 'key' }).clickAndDrop).toEqual({
    key: 'key',
    url: 'https://api.parcel.royalmail.com/api/v1',
  });
});
