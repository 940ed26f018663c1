import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ask, expect, LONG, newUser, shownMarkets, test } from './support.ts';

const API = '/api/xb/v1';
const PASSWORD = 'tide1234x';
let count = 0;
const newEmail = () => `e2e${Date.now()}${count++}@people.example`;

/** The newest code for an address, from the practice outbox. */
async function codeFor(context: BrowserContext, email: string): Promise<string> {
  const answer = await context.request.post(`${API}/dev/outbox`, { data: {} });
  const { messages } = (await answer.json()).data as { messages: { to: string; text: string }[] };
  return /\d{6}/.exec(messages.find(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
}

/** Fills the form of registration in. */
async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email or phone').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(/Again in \d+ s/)).toBeVisible();
  await page.getByLabel('Verification code').fill(await codeFor(page.context(), email));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/home$/);
}

/** Registers on the screen. */
async function register(page: Page, email = newEmail()): Promise<string> {
  await page.goto('/register');
  await fillRegistration(page, email);
  return email;
}

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email or phone').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function otherDevice(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
}

test('a user comes, leaves, comes back, changes the password, and the other device is out', async ({
  page,
  browser,
}) => {
  const email = await register(page);
  await expect(page.getByRole('link', { name: 'Trade', exact: true }).first()).toBeVisible();
  await page.goto('/property');
  await expect(page.locator('main')).toContainText('20,000.00');
  await page.goto('/mine');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Log in first')).toBeVisible();
  await page.goto('/property');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await logIn(page, email);
  await expect(page).toHaveURL(/\/home$/);

  const other = await otherDevice(browser);
  await logIn(other, email);
  await expect(other).toHaveURL(/\/home$/);
  await other.goto('/mine/sessions');
  await expect(other.getByText('This device')).toBeVisible();

  await page.goto('/mine/password');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('changed123x');
  await page.getByLabel('Confirm new password').fill('changed123x');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /changed/i })
      .first(),
  ).toBeVisible();

  // Nobody touches the other device: its private channel ends, and it says so.
  await expect(other).toHaveURL(/\/login$/);
  await expect(other.getByText('Login status expired, please log in again!')).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem('TOKEN'))).toBeNull();
  await other.getByLabel('Email or phone').fill(email);
  await other.getByLabel('Password', { exact: true }).fill('changed123x');
  await other.getByRole('button', { name: 'Log in' }).click();
  await expect(other).toHaveURL(/\/mine\/sessions$/);
  await other.context().close();
});

test('what is wrong is said at its field, in the specification’s words', async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Email address cannot be empty')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill('other123x');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('The new password and the confirmed password do not match')).toBeVisible();
});

test('an invitation’s code is filled in, and a phone has its country', async ({ page }) => {
  await page.goto('/register?code=ABCDEFGH');
  await expect(page.getByLabel(/Invite code/)).toHaveValue('ABCDEFGH');
  await page.getByLabel('Email or phone').fill('4155550132');
  await expect(page.getByText('+1', { exact: true })).toBeVisible();
});

test('a reload in the middle of a money-moving call loses nothing and doubles nothing', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  await register(page);
  await page.goto('/property');
  await expect(page.locator('main')).toContainText('20,000.00');
  // The exchange acts, and its answer is held back until the page is gone.
  let requested = 0;
  await page.context().route(`**${API}/account/play/reset`, async (route) => {
    requested += 1;
    await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 30_000));
    await route.abort().catch(() => undefined);
  });
  await page.getByRole('button', { name: /new play money/i }).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect.poll(() => requested).toBe(1);
  await page.waitForTimeout(500);
  // What became of it goes by itself after some seconds: on a busy machine sooner than the page counts as loaded.
  await page.reload({ waitUntil: 'commit' });
  await expect(
    page
      .getByRole('status')
      .getByText(/play money/i)
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  expect(requested).toBe(1);
  // Rows out of sight do not exist: all are in sight here.
  await page.setViewportSize({ width: 390, height: 3_000 });
  await page.goto('/property/coinRecord');
  await expect(page.getByRole('listitem').filter({ hasText: 'Play money granted' })).toHaveCount(8);
});

test('a guest begins with one tap, and keeps all of it with an address', async ({ page }) => {
  await page.goto('/home');
  await page.getByRole('button', { name: 'Practice with play money' }).click();
  const worth = page.locator('[data-home="in"] a[href="/property"]');
  await expect(worth).toHaveText(/\d{2},\d{3}\.\d\d USDT/);
  await page.goto('/withdraw');
  await expect(
    page.getByText('Add an email address and a password to your account first.').first(),
  ).toBeVisible();
  // What a guest may not do leads to what is missing, and is not requested again.
  for (const address of ['/withdraw', '/mine/api']) {
    await page.goto(address);
    await expect(page.locator('main').getByRole('link', { name: 'Keep this account' }).first()).toBeVisible();
    await expect(page.getByText('The request failed')).toHaveCount(0);
  }
  await page.goto('/mine');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('nobody can open it again')).toBeVisible();
  // The sheet has its entry a moment after it is seen: nobody's finger is as fast.
  await expect.poll(() => page.evaluate(() => history.state?.sheet)).toBe(1);
  await page.goBack();
  await page.getByRole('link', { name: 'Keep this account' }).click();
  const email = newEmail();
  await fillRegistration(page, email);
  await expect(worth).toHaveText(/\d{2},\d{3}\.\d\d USDT/);
  await expect(page.getByRole('link', { name: 'Keep this account' })).toHaveCount(0);
  await page.goto('/mine');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await logIn(page, email);
  await expect(page).not.toHaveURL(/login/);
  await page.goto('/home');
  await expect(worth).toHaveText(/\d{2},\d{3}\.\d\d USDT/);
});

test('a second tab knows the login, and both follow a logout', LONG, async ({ page, context }) => {
  await register(page);
  await page.goto('/property');
  const second = await context.newPage();
  await second.goto('/property');
  await expect(second.locator('main')).toContainText('20,000.00');
  const third = await context.newPage();
  await third.goto('/trade?market=BTC-USDT');
  const quantity = third.getByRole('textbox', { name: /^Quantity/ });
  await quantity.fill('0.123');
  await second.goto('/mine');
  await second.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  // What was typed is for nobody who comes after, neither on the screen nor in what is kept.
  await expect(quantity).toHaveValue('');
  await third.reload();
  await expect(quantity).toHaveValue('');
});

test('amounts can be hidden, and stay hidden', LONG, async ({ page }) => {
  await register(page);
  await page.goto('/property');
  await expect(page.locator('main')).toContainText('20,000.00');
  await page.getByRole('button', { name: /hide/i }).first().click();
  await expect(page.locator('main')).not.toContainText('20,000.00');
  await page.reload();
  await expect(page.locator('main')).toContainText('••••');
  await expect(page.locator('main')).not.toContainText('20,000.00');
});

test(
  'favourites follow the account to another device, and changes there come back',
  LONG,
  async ({ page, browser }) => {
    const starOf = (on: Page, name: string) =>
      on.getByRole('button', { name: `Favorite ${name}`, exact: true }).first();
    const stored = (on: Page) =>
      on.evaluate(() =>
        (JSON.parse(localStorage.getItem('COLLECTED_LIST') ?? '[]') as { id: string }[]).map(({ id }) => id),
      );
    await page.goto('/market');
    await starOf(page, 'ETH').click();
    const [first] = await stored(page);
    const email = await register(page);

    const other = await otherDevice(browser);
    await other.goto('/market');
    await starOf(other, 'BTC').click();
    const [second] = await stored(other);
    await logIn(other, email);
    await expect(other).toHaveURL(/\/(home|market)/);
    await expect.poll(() => stored(other)).toEqual([first, second]);
    // The first device is notified, shows both, and takes one away for both.
    await page.goto('/market?tab=favorites');
    await expect.poll(() => shownMarkets(page)).toEqual([first, second]);
    await page.goto('/market');
    await starOf(page, 'ETH').click();
    await expect.poll(() => stored(other)).toEqual([second]);

    await other.goto('/mine');
    await other.getByRole('button', { name: 'Log out' }).click();
    await expect(other.getByText('Log in first')).toBeVisible();
    expect(await stored(other)).toEqual([second]);
    await other.context().close();
  },
);

test('a passkey is made, logs in, and stands for the funding password', LONG, async ({ page, baseURL }) => {
  // An address of digits has no passkeys.
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0);
  const place = (baseURL ?? '').replace('127.0.0.1', 'localhost');
  const phone = await page.context().newCDPSession(page);
  await phone.send('WebAuthn.enable');
  await phone.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const token = await newUser(page.context());
  await page.goto(`${place}/login`);
  await page.evaluate((own) => localStorage.setItem('TOKEN', own), token);
  await page.goto(`${place}/mine/security`);
  await page.getByRole('link', { name: 'Passkeys' }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();
  await page.getByLabel('Name, such as').fill('My phone');
  await page.getByLabel('Login password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey is added.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'My phone' })).toContainText('Not used yet');

  await page.goto(`${place}/mine/api`);
  await page.getByLabel('Name', { exact: true }).fill('bot');
  await page.getByRole('button', { name: 'Make a key' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('A passkey takes the place of the funding password.');
  await sheet.getByRole('button', { name: 'Send code' }).click();
  await expect(sheet.getByText(/Again in \d+ s/)).toBeVisible();
  const { messages } = await ask(page.context(), 'dev/outbox', {});
  await sheet.getByLabel('Verification code').fill(/\d{6}/.exec(messages[0].text)?.[0] ?? '');
  await sheet.getByRole('button', { name: 'Make a key' }).click();
  await expect(sheet.getByText(/^[\w-]{64}$/).first()).toBeVisible();

  await page.goto(`${place}/mine`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Log in first')).toBeVisible();
  await page.goto(`${place}/login`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto(`${place}/mine/passkeys`);
  const entry = page.getByRole('listitem').filter({ hasText: 'My phone' });
  await expect(entry).toContainText('Last used');
  await entry.getByRole('button', { name: 'Remove' }).click();
  await sheet.getByLabel('Login password', { exact: true }).fill(PASSWORD);
  await sheet.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();
});

test('what is wrong is red, also where rising prices are red', LONG, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('LANG', 'jp'));
  await page.goto('/login');
  await page.locator('input').nth(0).fill('nobody@people.example');
  await page.locator('input[type="password"]').fill('tide1234x');
  await page.locator('button[type="submit"]').click();
  const words = page.getByRole('alert').locator('p').first();
  await expect(words).toBeVisible();
  const [shown, bad, down] = await words.evaluate((element) => {
    const probe = element.appendChild(document.createElement('i'));
    const colourOf = (value: string) => {
      probe.style.background = value;
      return getComputedStyle(probe).backgroundColor;
    };
    return [getComputedStyle(element).backgroundColor, colourOf('var(--bad-bg)'), colourOf('var(--down-bg)')];
  });
  expect(down).not.toBe(bad);
  expect(shown).toBe(bad);
});
