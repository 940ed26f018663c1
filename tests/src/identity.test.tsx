// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import IdentityAdvanceScreen from '../../src/screens/identity/IdentityAdvanceScreen.tsx';
import IdentityBaseScreen from '../../src/screens/identity/IdentityBaseScreen.tsx';
import IdentityNewScreen from '../../src/screens/identity/IdentityNewScreen.tsx';
import IdentityScreen from '../../src/screens/identity/IdentityScreen.tsx';
import AddQuestionScreen from '../../src/screens/support/AddQuestionScreen.tsx';
import QuestionRecordScreen from '../../src/screens/support/QuestionRecordScreen.tsx';
import { dropDrafts } from '../../src/state/drafts.ts';
import { signIn, signOut } from '../../src/state/login.ts';
import type { IdentityFrame, LevelLine } from '../../workers/api.ts';
import { fake, forgetWorker, Place, pictures, place, publish, tap, text, viewsOf } from '../support/page.tsx';
import { profileOf } from '../support/profile.ts';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
vi.mock('../../src/state/pictures.ts', async () => (await import('../support/page.tsx')).fakePictures);

type Identity = NonNullable<IdentityFrame['identity']>;
const line = (level: 1 | 2, more: Partial<LevelLine> = {}): LevelLine => ({
  level,
  state: 'open',
  limits:
    level === 1 ? { fiatDay: '200', withdrawal: '10,000' } : { fiatDay: '500', withdrawal: '1,000,000' },
  reasons: [],
  name: '',
  number: '',
  isSimulated: false,
  sentAt: '',
  decidedAt: '',
  ...more,
});
const nobody: Identity = {
  level: 0,
  name: '',
  hasContact: true,
  before: { fiatDay: '0', withdrawal: '2,000' },
  levels: { 1: line(1), 2: line(2, { refusal: 'identityBasicFirst' }) },
  photos: {},
};
const basic: Identity = {
  ...nobody,
  level: 1,
  name: 'Ada Lovelace',
  levels: { 1: line(1, { state: 'approved', number: '•••• 4711' }), 2: line(2) },
};
let uid = '';
const show = async (screenOf: ReactNode, identity?: Identity, path = '/mine/identity') => {
  await act(
    async () =>
      void render(
        <MemoryRouter initialEntries={[path]}>
          {screenOf}
          <Place />
        </MemoryRouter>,
      ),
  );
  if (identity) await publish({ kind: 'identity', identity });
};
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const textOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const link = (name: string | RegExp) => screen.getByRole('link', { name });
const callsOf = (name: string) =>
  fake.call.mock.calls.filter(([own]) => own === name).map(([, body]) => body);
let answers: Record<string, unknown> = {};

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  uid = '100200300';
  answers = {};
  sessionStorage.clear();
  signIn('token-of-ada');
  fake.call.mockImplementation(async (name: string) => {
    if (name === 'account.profile') return { ok: true, data: profileOf({ uid }) };
    return answers[name] ?? { ok: false, error: { code: 'networkDown', message: '' } };
  });
  pictures.shrink.mockImplementation(async (file: Blob) => file);
});
afterEach(() => {
  cleanup();
  forgetWorker();
  vi.unstubAllGlobals();
  signOut();
});

it.each([
  ['/mine/identity', <IdentityScreen key="1" />, /raise your limits/],
  ['/mine/identityNew', <IdentityNewScreen key="2" />, /raise your limits/],
  ['/mine/identityBase', <IdentityBaseScreen key="3" />, /raise your limits/],
  ['/mine/identityAdvance', <IdentityAdvanceScreen key="4" />, /raise your limits/],
  ['/mine/addQuestion', <AddQuestionScreen key="5" />, /write to us/],
  ['/mine/questionRecord', <QuestionRecordScreen key="6" />, /read our replies/],
])('whoever is not logged in is told at %s what that gives', async (path, element, words) => {
  signOut();
  await show(element, undefined, path);
  expect(text()).toMatch(words);
  expect(link('Log in')).toBeDefined();
  expect(fake.call).not.toHaveBeenCalled();
  expect(fake.opened).toEqual([]);
});

describe('the levels', () => {
  it('say what each allows, and what comes next', async () => {
    await show(<IdentityScreen />, nobody);
    for (const part of ['0 BTC', '2,000 USDT', '200 BTC', '10,000 USDT', '500 BTC', '1,000,000 USDT'])
      expect(text()).toContain(part);
    expect(text()).toContain('Complete the basic level first.');
    expect(link('Verify now').getAttribute('href')).toBe('/mine/identityNew?level=1');
  });
  it('lead to what has to be bound first, and to nothing else', async () => {
    const refusal = 'identityContact' as const;
    await show(<IdentityScreen />, {
      ...nobody,
      hasContact: false,
      levels: { 1: line(1, { refusal }), 2: line(2, { refusal }) },
    });
    expect(text()).toContain('otherwise authentication is not approved');
    expect(link(/mail/).getAttribute('href')).toBe('/mine/email');
    expect(screen.queryByRole('link', { name: 'Verify now' })).toBeNull();
  });
  it('change as the exchange says, with the reason of each field', async () => {
    await show(<IdentityScreen />, {
      ...nobody,
      levels: { ...nobody.levels, 1: line(1, { state: 'pending', sentAt: 'today' }) },
    });
    expect(text()).toContain('Under certification');
    const reasons = [{ field: 'number' as const, reason: 'mismatch' as const, note: 'Two digits differ' }];
    const rejected = line(1, {
      state: 'rejected',
      reasons,
      sentAt: 'today',
      decidedAt: 'now',
      isSimulated: true,
    });
    await publish({ kind: 'identity', identity: { ...nobody, levels: { ...nobody.levels, 1: rejected } } });
    expect(text()).toContain('It does not match the document. Two digits differ');
    expect(text()).toContain('by the simulated reviewer');
    expect(link('Correct it').getAttribute('href')).toBe('/mine/identityBase');
    await publish({ kind: 'identity', identity: basic });
    expect(text()).toContain('Ada Lovelace · •••• 4711');
    expect(text()).toContain('Certified, basic');
  });
  it('that do not come can be asked for again', async () => {
    await show(<IdentityScreen />);
    await publish({ kind: 'identity', failed: { code: 'networkDown', message: '' } });
    await tap(button('The request failed, click to reload'));
    expect(viewsOf('identity').at(-1)?.view).toEqual({ kind: 'identity', turn: 1 });
  });
});

it('the way to a level names its steps, and begins at the first that is not done', async () => {
  await show(<IdentityNewScreen />, nobody, '/mine/identityNew');
  expect(link('Continue').getAttribute('href')).toBe('/mine/identityBase');
  await tap(screen.getByRole('radio', { name: /Advanced/ }));
  expect(place.path).toBe('/mine/identityNew?level=2');
  expect(text()).toContain('Photos: front, back');
  await publish({ kind: 'identity', identity: basic });
  expect(link('Continue').getAttribute('href')).toBe('/mine/identityAdvance');
  await publish({ kind: 'identity', identity: { ...nobody, hasContact: false } });
  expect(link('Continue').getAttribute('href')).toBe('/mine/email');
});

describe('name and number', () => {
  const fill = async () => {
    await type('Full name', 'Ada Lovelace');
    await type('ID number', 'ab 12-34');
  };
  it('are checked as the exchange checks them, and the first wrong one has the focus', async () => {
    await show(<IdentityBaseScreen />, nobody);
    await type('ID number', '12');
    await tap(button('Send for review'));
    expect(text()).toContain('Write the name as it stands in the document.');
    expect(text()).toContain('Write the number as it stands in the document');
    expect(document.activeElement).toBe(screen.getByLabelText('Full name'));
    expect(callsOf('identity.basic')).toEqual([]);
  });
  it('are still there after a reload, and not for somebody else', async () => {
    await show(<IdentityBaseScreen />, nobody);
    await fill();
    cleanup();
    await show(<IdentityBaseScreen />, nobody);
    expect([textOf('Full name'), textOf('ID number')]).toEqual(['Ada Lovelace', 'ab 12-34']);
    cleanup();
    uid = '900900900';
    signIn('token-of-bob');
    await show(<IdentityBaseScreen />, nobody);
    expect([textOf('Full name'), textOf('ID number')]).toEqual(['', '']);
  });
  it('are gone from the device once somebody logs out', async () => {
    await show(<IdentityBaseScreen />, nobody);
    await fill();
    expect(Object.keys(sessionStorage)).toHaveLength(1);
    dropDrafts();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
  it('are sent once, asked after, and forgotten', async () => {
    answers['identity.basic'] = { ok: true, data: {} };
    await show(<IdentityBaseScreen />, nobody);
    await fill();
    await tap(button('Send for review'));
    expect(callsOf('identity.basic')).toEqual([{ name: 'Ada Lovelace', number: 'ab 12-34' }]);
    expect(viewsOf('identity').at(-1)?.view).toMatchObject({ turn: 1 });
    expect(Object.keys(sessionStorage)).toEqual([]);
    await publish({
      kind: 'identity',
      identity: { ...nobody, levels: { ...nobody.levels, 1: line(1, { state: 'pending' }) } },
    });
    expect(text()).toContain('Under certification');
    await publish({ kind: 'identity', identity: basic });
    expect(text()).toContain('Certified, basic');
    expect(link('Go on to Advanced').getAttribute('href')).toBe('/mine/identityNew?level=2');
  });
  it('that are refused stay, with the words at their field', async () => {
    answers['identity.basic'] = { ok: false, error: { code: 'idNumberInvalid', message: 'Not a number' } };
    await show(<IdentityBaseScreen />, nobody);
    await fill();
    await tap(button('Send for review'));
    expect(screen.getByLabelText('ID number').getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain('Not a number');
    expect(textOf('ID number')).toBe('ab 12-34');
  });
  it('that were rejected say why, with the name to correct', async () => {
    const reasons = [{ field: 'number' as const, reason: 'sample' as const, note: '' }];
    const rejected = line(1, { state: 'rejected', reasons, name: 'Ada Lovelace', number: '•••• 0022' });
    await show(<IdentityBaseScreen />, { ...nobody, levels: { ...nobody.levels, 1: rejected } });
    expect([textOf('Full name'), textOf('ID number')]).toEqual(['Ada Lovelace', '']);
    expect(text()).toContain('This is one of the practice samples for a rejection.');
  });
  it('say in practice what is rejected', async () => {
    const samples = [
      { prefix: 'REJECT1', level: 1 as const, field: 'number' as const },
      { prefix: 'REJECT2', level: 2 as const, field: 'front' as const },
    ];
    await show(<IdentityBaseScreen />, { ...nobody, simulated: { seconds: 5, samples } });
    expect(text()).toContain('Demo: no real review');
    expect(text()).toContain('REJECT1');
    expect(text()).not.toContain('REJECT2');
  });
});

describe('photos', () => {
  const file = new File(['x'], 'front.jpg', { type: 'image/jpeg' });
  const ids = {
    front: 'front-photo-0000000001',
    back: 'back-photo-00000000001',
    holding: 'holding-photo-00000001',
  };
  const kept = { id: '', keptUntil: '' };
  const arrived: Identity = {
    ...basic,
    photos: {
      front: { ...kept, id: ids.front },
      back: { ...kept, id: ids.back },
      holding: { ...kept, id: ids.holding },
    },
  };
  const choose = (label = 'Choose a file', own: File = file) =>
    act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { files: [own] } }));
  const sent = (id: string) => ({ ok: true, data: { id } });
  const down = { ok: false, error: { code: 'networkDown', message: 'No connection' } };

  it('come one after the other, by their own call, with how far they are', async () => {
    let published = (_: number): void => undefined;
    let done = (_: object): void => undefined;
    fake.upload.mockImplementation((...[, , publishHow]: [string, Blob, (percent: number) => void]) => {
      published = publishHow;
      return new Promise((resolve) => (done = resolve));
    });
    await show(<IdentityAdvanceScreen />, basic);
    expect(button('Next').hasAttribute('disabled')).toBe(true);
    await choose();
    expect(fake.upload.mock.calls[0]?.slice(3)).toEqual(['front']);
    await act(async () => published(42));
    expect(text()).toContain('File is being uploaded: 42 %');
    // The next one can be taken meanwhile.
    await tap(button('Next'));
    expect(place.path).toBe('/mine/identity?step=back');
    await act(async () => done(sent(ids.front)));
    await tap(button(/^Step 1 of 4/));
    expect(text()).toContain('The picture has arrived.');
  });
  it('that did not arrive can be sent again, from here or after another step', async () => {
    fake.upload.mockResolvedValueOnce(down).mockResolvedValueOnce(sent(ids.front));
    await show(<IdentityAdvanceScreen />, basic);
    await choose();
    expect(text()).toContain('No connection');
    await tap(button(/^Step 4 of 4/));
    expect(text()).toContain('No connection');
    await tap(button(/^Step 1 of 4/));
    await tap(button('Try again'));
    expect(text()).toContain('The picture has arrived.');
    expect(fake.upload.mock.calls.map(([, picture]) => picture)).toEqual([file, file]);
  });
  it.each([
    ['uploadHeic', 'This browser cannot read HEIC photos'],
    ['uploadKind', 'Choose a JPEG, PNG or WebP picture.'],
  ])('that the browser cannot read are refused in words: %s', async (code, words) => {
    pictures.shrink.mockResolvedValue(code);
    await show(<IdentityAdvanceScreen />, basic);
    await choose();
    expect(text()).toContain(words);
    expect(fake.upload).not.toHaveBeenCalled();
  });
  it('are taken by the app of the phone where the page has no camera', async () => {
    await show(<IdentityAdvanceScreen />, basic);
    const input = screen.getByLabelText('Take a picture') as HTMLInputElement;
    expect(input.getAttribute('capture')).toBe('environment');
  });
  it('are taken by the camera where there is one; where it is not allowed, by the app or a file', async () => {
    const getUserMedia = vi.fn().mockRejectedValue(new DOMException('', 'NotAllowedError'));
    vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia } });
    fake.upload.mockResolvedValue(sent(ids.front));
    await show(<IdentityAdvanceScreen />, basic);
    await tap(button('Take a picture'));
    expect(text()).toContain('The camera is not allowed.');
    await choose('Open the camera app');
    expect(text()).toContain('The picture has arrived.');
  });
  it('that the exchange keeps are there after a reload, and are sent in with one tap', async () => {
    answers['identity.view'] = {
      ok: true,
      data: { type: 'image/jpeg', width: 3, height: 2, content: 'AAAA' },
    };
    answers['identity.advanced'] = { ok: true, data: {} };
    await show(<IdentityAdvanceScreen />, arrived);
    expect(screen.getAllByRole('img').map((img) => img.getAttribute('src'))).toEqual(
      Array.from({ length: 3 }, () => 'data:image/jpeg;base64,AAAA'),
    );
    await tap(button('Send for review'));
    expect(callsOf('identity.advanced')).toEqual([ids]);
    expect(viewsOf('identity').at(-1)?.view).toMatchObject({ turn: 1 });
  });
  it('that are missing are asked for instead of sent', async () => {
    const { back: _, ...photos } = arrived.photos;
    await show(<IdentityAdvanceScreen />, { ...arrived, photos }, '/mine/identityAdvance?step=send');
    expect(text()).toContain('Still missing');
    await tap(button('Send for review'));
    expect(callsOf('identity.advanced')).toEqual([]);
    expect(place.path).toBe('/mine/identityAdvance?step=back');
  });
  it('that the exchange does not keep any more empty their field alone', async () => {
    answers['identity.advanced'] = { ok: false, error: { code: 'photoMissing', message: 'Add it again' } };
    answers['identity.state'] = { ok: true, data: { photos: [{ id: ids.front }, { id: ids.holding }] } };
    await show(<IdentityAdvanceScreen />, arrived);
    await tap(button('Send for review'));
    expect(text()).toContain('Add it again');
    expect(text()).toMatch(/ID, back.*Still missing/);
    expect(screen.getAllByText('Uploaded')).toHaveLength(2);
  });
  it('that were rejected say why at their step, and the others stay', async () => {
    const { front: _, ...photos } = arrived.photos;
    const reasons = [{ field: 'front' as const, reason: 'unreadable' as const, note: '' }];
    const levels = { ...arrived.levels, 2: line(2, { state: 'rejected' as const, reasons }) };
    await show(<IdentityAdvanceScreen />, { ...arrived, photos, levels });
    expect(text()).toContain('It cannot be read.');
    expect(button(/^Step 2 of 4/).getAttribute('data-done')).toBe('true');
  });
  it('come after name and number', async () => {
    await show(<IdentityAdvanceScreen />, nobody);
    expect(link('Go to Basic').getAttribute('href')).toBe('/mine/identityBase');
  });
});
