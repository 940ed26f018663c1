// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import AddQuestionScreen from '../../src/screens/support/AddQuestionScreen.tsx';
import QuestionRecordScreen from '../../src/screens/support/QuestionRecordScreen.tsx';
import { signIn, signOut } from '../../src/state/login.ts';
import { TicketsRow } from '../../src/ui/account/TicketsRow.tsx';
import type { MessageLine, SupportFrame, TicketLine } from '../../workers/api.ts';
import { fake, forgetWorker, Place, place, publish, tap, text, viewOf } from '../support/page.tsx';
import { profileOf } from '../support/profile.ts';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
vi.mock('../../src/state/pictures.ts', async () => (await import('../support/page.tsx')).fakePictures);

const ticket: TicketLine = {
  id: 7,
  title: 'Where is my order?',
  state: 'waiting',
  unread: 0,
  messages: 1,
  time: 'Nov 21, 2026, 12:00',
};
const message: MessageLine = { id: 1, author: 'person', content: 'It waits.', pictures: [], time: '12:00' };
const answer: MessageLine = { ...message, id: 2, author: 'support', content: 'It fills at its price.' };
const summary: SupportFrame = { kind: 'support', key: 'key-1', unread: 0, waiting: 0 };
const lastOrder = { kind: 'spot' as const, id: 12, what: 'BTC/USDT', time: 'Nov 20' };
const down = { ok: false, error: { code: 'networkDown', message: 'No connection' } };
let answers: Record<string, unknown> = {};

const show = (path: string, screenOf?: ReactNode) =>
  act(
    async () =>
      void render(
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="/mine/addQuestion" element={<AddQuestionScreen />} />
            <Route path="/mine/questionRecord" element={<QuestionRecordScreen />} />
            <Route path="*" element={screenOf} />
          </Routes>
          <Place />
        </MemoryRouter>,
      ),
  );
const publishThread = (
  more: Partial<TicketLine> = {},
  messages: readonly MessageLine[] = [message],
  key = 'key-9',
) => publish({ kind: 'supportThread', key, thread: { ticket: { ...ticket, ...more }, messages } });
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const textOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const callsOf = (name: string) =>
  fake.call.mock.calls.filter(([own]) => own === name).map(([, body]) => body);
const choose = () =>
  act(
    async () =>
      void fireEvent.change(screen.getByLabelText('Add a picture'), {
        target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] },
      }),
  );

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  answers = {};
  sessionStorage.clear();
  signIn('token-of-ada');
  fake.call.mockImplementation(async (name: string) => {
    if (name === 'account.profile') return { ok: true, data: profileOf() };
    return answers[name] ?? down;
  });
  fake.upload.mockResolvedValue({ ok: true, data: { id: 'upload-1' } });
});
afterEach(() => {
  cleanup();
  forgetWorker();
  vi.restoreAllMocks();
  signOut();
});

describe('a new ticket', () => {
  const begin = async (more: Partial<SupportFrame> = {}) => {
    await show('/mine/addQuestion');
    await publish({ ...summary, ...more });
  };
  const fill = async () => {
    await type('Title', 'Where is my order?');
    await type('What happened?', 'It waits.');
  };
  const send = () => tap(button('Send ticket'));
  const taken = { ok: true, data: { ticket: { id: 7 }, messages: [] } };

  it('is checked as it is written, and the first wrong field has the focus', async () => {
    await begin();
    await type('What happened?', 'a'.repeat(4_001));
    await send();
    expect(text()).toContain('Give the ticket a title');
    expect(text()).toContain('Write a message of up to 4,000 characters.');
    expect(document.activeElement).toBe(screen.getByLabelText('Title'));
    expect(callsOf('support.add')).toEqual([]);
  });
  it('that waits for its key goes as it was sent, and what is written since under another', async () => {
    await show('/mine/addQuestion');
    await fill();
    await send();
    await type('What happened?', 'It has filled.');
    await publish(summary);
    await send();
    const calls = callsOf('support.add') as { key: string; content: string }[];
    expect(calls.map(({ content }) => content)).toEqual(['It waits.', 'It has filled.']);
    expect(calls[0]?.key).not.toBe(calls[1]?.key);
  });
  it('leads to its thread, and leaves nothing behind', async () => {
    answers['support.add'] = taken;
    await begin();
    await fill();
    await send();
    expect(callsOf('support.add')).toEqual([
      { key: 'key-1', title: 'Where is my order?', content: 'It waits.', pictures: [] },
    ]);
    expect(place.path).toBe('/mine/questionRecord?ticket=7');
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
  it('whose answer is lost is sent again under its key, after a reload too', async () => {
    await begin();
    await fill();
    await send();
    expect(text()).toContain('No connection');
    cleanup();
    await begin({ key: 'key-2' });
    expect([textOf('Title'), textOf('What happened?')]).toEqual(['Where is my order?', 'It waits.']);
    await send();
    expect(callsOf('support.add').map(({ key }) => key)).toEqual(['key-1', 'key-1']);
  });
  it('that is sent before the worker has spoken waits for it, with its order', async () => {
    answers['support.add'] = taken;
    await begin({ lastOrder });
    await fill();
    await tap(screen.getByRole('switch'));
    cleanup();
    await show('/mine/addQuestion');
    await send();
    expect([text().includes('No connection'), callsOf('support.add')]).toEqual([false, []]);
    await publish({ ...summary, lastOrder });
    expect(callsOf('support.add')).toEqual([
      expect.objectContaining({ key: 'key-1', subject: { kind: 'spot', id: 12 } }),
    ]);
  });
  it('does not go without its order when nothing is known of orders', async () => {
    await begin({ lastOrder });
    await fill();
    await tap(screen.getByRole('switch'));
    cleanup();
    await show('/mine/addQuestion');
    await publish({ kind: 'support', key: 'key-2', failed: { code: 'networkDown', message: '' } });
    await send();
    expect(text()).toContain('No connection');
    expect(callsOf('support.add')).toEqual([]);
  });
  it('names the last order only if the user wants, and says which one it is', async () => {
    answers['support.add'] = taken;
    await begin({ lastOrder });
    await fill();
    expect(text()).toContain('Spot order 12 · BTC/USDT · Nov 20');
    await tap(screen.getByRole('switch'));
    cleanup();
    await begin({ lastOrder });
    expect((screen.getByRole('switch') as HTMLInputElement).checked).toBe(true);
    await send();
    expect(callsOf('support.add')).toEqual([expect.objectContaining({ subject: { kind: 'spot', id: 12 } })]);
  });
  it('has no switch for somebody without an order', async () => {
    await begin();
    expect(screen.queryByRole('switch')).toBeNull();
  });
  it('takes pictures along, those of before a reload too; one is taken back', async () => {
    answers['support.add'] = taken;
    await begin();
    await fill();
    await choose();
    fake.upload.mockResolvedValue({ ok: true, data: { id: 'upload-2' } });
    await choose();
    cleanup();
    await begin();
    expect(screen.getAllByText('The picture has arrived.')).toHaveLength(2);
    await tap(screen.getAllByRole('button', { name: 'Remove' })[0] as Element);
    await send();
    expect(callsOf('support.add')).toEqual([expect.objectContaining({ pictures: ['upload-2'] })]);
  });
  it('waits for a picture that has not arrived, and goes without it once it is taken back', async () => {
    answers['support.add'] = taken;
    fake.upload.mockResolvedValue(down);
    await begin();
    await fill();
    await choose();
    await send();
    expect(text()).toContain('Wait until all pictures have arrived, or remove them.');
    expect(callsOf('support.add')).toEqual([]);
    fake.upload.mockResolvedValue({ ok: true, data: { id: 'upload-1' } });
    await tap(button('Try again'));
    await tap(button('Remove'));
    await send();
    expect(callsOf('support.add')).toEqual([expect.objectContaining({ pictures: [] })]);
  });
  it('takes four pictures and no more', async () => {
    await begin();
    for (let count = 0; count < 4; count++) await choose();
    expect(screen.queryByLabelText('Add a picture')).toBeNull();
  });
});

describe('the tickets', () => {
  it('show what is new, by state', async () => {
    await show('/mine/questionRecord?state=replied');
    expect(viewOf('supportTickets')).toMatchObject({ state: 'replied' });
    await publish({
      kind: 'supportTickets',
      lines: [{ ...ticket, state: 'replied', unread: 2 }],
      more: false,
      loading: false,
    });
    expect(text()).toContain('2 new replies');
    expect(screen.getByRole('link', { name: /Where is my order/ }).getAttribute('href')).toBe(
      '/mine/questionRecord?ticket=7',
    );
    await tap(screen.getByRole('tab', { name: 'Closed' }));
    expect(place.path).toBe('/mine/questionRecord?state=closed');
  });
  it('of nobody say what to do', async () => {
    await show('/mine/questionRecord');
    await publish({ kind: 'supportTickets', lines: [], more: false, loading: false });
    expect(text()).toContain('No tickets yet');
    expect(screen.getAllByRole('link', { name: 'New ticket' }).at(-1)?.getAttribute('href')).toBe(
      '/mine/addQuestion',
    );
  });
  it('are counted in menus, and by nobody who is logged out', async () => {
    await show('/', <TicketsRow />);
    await publish({ ...summary, unread: 3 });
    expect(text()).toContain('3 new replies');
    cleanup();
    signOut();
    fake.opened.length = 0;
    await show('/', <TicketsRow />);
    expect(fake.opened).toEqual([]);
    expect(text()).toContain('My tickets');
  });
});

describe('a thread', () => {
  const begin = () => show('/mine/questionRecord?ticket=7');

  it('shows a reply as it comes, and says once that it was read', async () => {
    answers['support.read'] = { ok: true, data: { ticket, unread: 0 } };
    await begin();
    expect(viewOf('supportThread')).toEqual({ kind: 'supportThread', id: 7, turn: 0 });
    await publishThread();
    expect(text()).toContain('Waiting for reply');
    expect(callsOf('support.read')).toEqual([]);
    await publishThread({ state: 'replied', unread: 1 }, [message, answer]);
    await publishThread({ state: 'replied', unread: 1 }, [message, answer]);
    expect(text()).toContain('It fills at its price.');
    expect(callsOf('support.read')).toEqual([{ id: 7, message: 2 }]);
  });
  it('that nobody looks at is not read', async () => {
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await begin();
    await publishThread({ state: 'replied', unread: 1 }, [message, answer]);
    expect(callsOf('support.read')).toEqual([]);
    seen.mockReturnValue('visible');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    expect(callsOf('support.read')).toEqual([{ id: 7, message: 2 }]);
  });
  it('that could not be said to be read is so when the page is seen again', async () => {
    answers['support.read'] = { ok: false, error: { code: 'networkDown', message: '' } };
    await begin();
    await publishThread({ state: 'replied', unread: 1 }, [message, answer]);
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    expect(callsOf('support.read')).toEqual(Array.from({ length: 2 }, () => ({ id: 7, message: 2 })));
  });
  it('takes a reply, under the same key until it is taken, and is asked for anew', async () => {
    await begin();
    await publishThread();
    await type('Your reply', 'One more thing.');
    await tap(button('Send reply'));
    expect(text()).toContain('No connection');
    await publishThread({}, [message], 'key-10');
    answers['support.reply'] = { ok: true, data: { ticket, messages: [] } };
    await tap(button('Send reply'));
    const body = { key: 'key-9', id: 7, content: 'One more thing.', pictures: [] };
    expect(callsOf('support.reply')).toEqual([body, body]);
    expect(textOf('Your reply')).toBe('');
    expect(viewOf('supportThread')).toMatchObject({ turn: 1 });
    await type('Your reply', 'And another.');
    await tap(button('Send reply'));
    expect(callsOf('support.reply').at(-1)).toMatchObject({ key: 'key-10', content: 'And another.' });
  });
  it('takes another message under another key, also when the answer to the first was lost', async () => {
    await begin();
    await publishThread();
    await type('Your reply', 'One more thing.');
    await tap(button('Send reply'));
    await type('Your reply', 'Something else.');
    answers['support.reply'] = { ok: true, data: { ticket, messages: [] } };
    await tap(button('Send reply'));
    // The worker has no newer key yet.
    await type('Your reply', 'Something else.');
    await tap(button('Send reply'));
    const keys = callsOf('support.reply').map((call) => (call as { key: string }).key);
    expect(new Set(keys).size).toBe(3);
  });
  /** Begins a reply whose answer comes when the test wants it. */
  const onItsWay = async (content: string) => {
    let arrive: (result: unknown) => void = () => undefined;
    answers['support.reply'] = new Promise((resolve) => {
      arrive = resolve;
    });
    await begin();
    await publishThread();
    await choose();
    expect(button('Remove')).toBeDefined();
    await type('Your reply', content);
    await tap(button('Send reply'));
    return () => act(async () => arrive({ ok: true, data: { ticket, messages: [] } }));
  };
  it('leaves what is written while a reply is on its way, and nothing of what has gone', async () => {
    const arrive = await onItsWay('One more thing.');
    await type('Your reply', 'And another.');
    await arrive();
    expect(textOf('Your reply')).toBe('And another.');
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    answers['support.reply'] = { ok: true, data: { ticket, messages: [] } };
    await tap(button('Send reply'));
    const [first, second] = callsOf('support.reply') as {
      key: string;
      content: string;
      pictures: string[];
    }[];
    expect(first).toMatchObject({ key: 'key-9', content: 'One more thing.', pictures: ['upload-1'] });
    expect(second).toMatchObject({ content: 'And another.', pictures: [] });
    expect(second?.key).not.toBe(first?.key);
    expect(textOf('Your reply')).toBe('');
  });
  it('keeps of a text that goes on while it is sent what was added, and where the user writes', async () => {
    const arrive = await onItsWay('One more thing.');
    const field = screen.getByLabelText('Your reply');
    field.focus();
    await type('Your reply', 'One more thing. And another.');
    await arrive();
    expect(textOf('Your reply')).toBe('And another.');
    expect(document.activeElement).toBe(field);
  });
  it('sends a picture that was on its way as the one before it was sent', async () => {
    const arrive = await onItsWay('One more thing.');
    let upload: (result: unknown) => void = () => undefined;
    fake.upload.mockReturnValue(
      new Promise((resolve) => {
        upload = resolve;
      }),
    );
    await choose();
    await arrive();
    await act(async () => upload({ ok: true, data: { id: 'upload-2' } }));
    await type('Your reply', 'And another.');
    await tap(button('Send reply'));
    expect(callsOf('support.reply').at(-1)).toMatchObject({
      content: 'And another.',
      pictures: ['upload-2'],
    });
  });
  it('is not empty after a reload where something was written while a reply was on its way', async () => {
    const arrive = await onItsWay('One more thing.');
    await type('Your reply', 'And another.');
    await arrive();
    cleanup();
    await begin();
    await publishThread();
    expect(textOf('Your reply')).toBe('And another.');
  });
  it('is closed, and opened again by a message', async () => {
    answers['support.close'] = { ok: true, data: { ticket } };
    await begin();
    await publishThread();
    await tap(button('Close ticket'));
    expect(callsOf('support.close')).toEqual([{ id: 7 }]);
    await publishThread({ state: 'closed' });
    expect(text()).toContain('Your message opens it again.');
    expect(button('Send and reopen')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Close ticket' })).toBeNull();
  });
  it('that cannot be closed says why', async () => {
    await begin();
    await publishThread();
    await tap(button('Close ticket'));
    expect(text()).toContain('No connection');
  });
  it('shows a picture when it is wanted', async () => {
    const data = { type: 'image/jpeg', width: 3, height: 2, content: 'AAAA' };
    answers['support.picture'] = { ok: true, data };
    await begin();
    await publishThread({}, [{ ...message, pictures: [{ id: 'upload-1', width: 3, height: 2 }] }]);
    expect(callsOf('support.picture')).toEqual([]);
    await tap(button('Picture 1'));
    expect(screen.getByRole('img', { hidden: true }).getAttribute('src')).toBe('data:image/jpeg;base64,AAAA');
  });
  it('that is none of the user’s leads back to the list', async () => {
    await begin();
    await publish({ kind: 'supportThread', key: 'key-9', failed: { code: 'notFound', message: '' } });
    expect(screen.getByRole('link', { name: 'To your tickets' })).toBeDefined();
  });
  it('that does not come can be asked for again', async () => {
    await begin();
    await publish({ kind: 'supportThread', key: 'key-9', failed: { code: 'networkDown', message: '' } });
    await tap(button('The request failed, click to reload'));
    expect(viewOf('supportThread')).toMatchObject({ turn: 1 });
  });
  it.each(['0', '-1', '1e3', 'x', '9'.repeat(20)])(
    'of the number %s is none: the list is shown',
    async (number) => {
      await show(`/mine/questionRecord?ticket=${number}`);
      expect(viewOf('supportThread')).toBeUndefined();
      expect(viewOf('supportTickets')).toBeDefined();
    },
  );
});
