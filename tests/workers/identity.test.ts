import { proxy } from 'comlink';
import { beforeEach, describe, expect, it } from 'vitest';
import type { IdentityState, TicketRow } from '../../domain/contract/index.ts';
import '../../workers/views/userViews.ts';
import { open, pass, world, worldForEach } from './world.ts';

worldForEach();

const AT = Date.UTC(2026, 10, 21, 12);
const answered = (data: unknown) => () => ({ code: 200, message: '', data, requestId: 'r' });
const asksOf = (end: string) =>
  world.requested.filter(([path]) => path.endsWith(end)).map(([, body]) => body);
/** The exchange says that an application or a ticket has changed. */
const changed = async (type: 'identity' | 'ticket', state: string) => {
  world.feed.subject.next({ kind: 'private', at: AT, row: { type, body: { id: 1, state } } });
  await pass(200);
};
beforeEach(() => world.session.setSettings({ token: 'mine' }));

describe('the identity', () => {
  const application = {
    id: 1,
    level: 1 as const,
    state: 'pending' as const,
    name: 'Ada Lovelace',
    number: '•••• 4711',
    reasons: [],
    isSimulated: false,
    createdAt: AT,
    decidedAt: null,
  };
  const state: IdentityState = {
    level: 0,
    name: null,
    hasContact: true,
    basic: null,
    advanced: null,
    photos: [],
    limits: [
      { level: 0, fiatDay: '0', withdrawal: '2000' },
      { level: 1, fiatDay: '200', withdrawal: '10000' },
      { level: 2, fiatDay: '500', withdrawal: '1000000' },
    ],
    simulated: null,
  };
  const shown = async (more: Partial<IdentityState> = {}) => {
    world.answers['identity/state'] = answered({ ...state, ...more });
    const { frames } = await open({ kind: 'identity', turn: 0 });
    await pass(200);
    return frames;
  };
  const published = async (more: Partial<IdentityState> = {}) => (await shown(more)).at(-1)?.identity;

  it('says what each level allows, in the digits of the reader', async () => {
    const identity = await published();
    expect(identity?.before).toEqual({ fiatDay: '0', withdrawal: '2,000' });
    expect(identity?.levels[1].limits).toEqual({ fiatDay: '200', withdrawal: '10,000' });
    expect(identity?.levels[2].limits).toEqual({ fiatDay: '500', withdrawal: '1,000,000' });
    await world.session.setSettings({ language: 'de' });
    expect((await published())?.levels[2].limits.withdrawal).toBe('1.000.000');
  });
  it.each([
    ['nothing was sent', {}, 'open', undefined, 'identityBasicFirst'],
    ['no contact is bound', { hasContact: false }, 'open', 'identityContact', 'identityContact'],
    ['one is looked at', { basic: application }, 'pending', 'identityPending', 'identityPending'],
    [
      'level 1 is certified',
      { level: 1, basic: { ...application, state: 'approved' as const } },
      'approved',
      'identityDone',
      undefined,
    ],
    // An operator may certify somebody who never applied.
    ['it was certified without', { level: 2 }, 'approved', 'identityDone', 'identityDone'],
  ])('when %s says how far it is, and what can be applied for', async (_, more, expected, first, second) => {
    const identity = await published(more);
    expect(identity?.levels[1].state).toBe(expected);
    expect(identity?.levels[1].refusal).toBe(first);
    expect(identity?.levels[2].refusal).toBe(second);
  });
  it('is asked for anew when an application is decided, and names what was wrong', async () => {
    const frames = await shown({ basic: application });
    const reasons = [{ field: 'number' as const, reason: 'mismatch' as const, note: 'Two digits differ' }];
    world.answers['identity/state'] = answered({
      ...state,
      basic: { ...application, state: 'rejected', reasons, decidedAt: AT, isSimulated: true },
    });
    await changed('identity', 'rejected');
    expect(frames.at(-1)?.identity?.levels[1]).toMatchObject({
      state: 'rejected',
      reasons,
      isSimulated: true,
      name: 'Ada Lovelace',
    });
    expect(frames.at(-1)?.identity?.levels[1].decidedAt).toMatch(/Nov 21, 2026/);
    expect(frames.at(-1)?.identity?.levels[1].refusal).toBeUndefined();
  });
  it('knows the photos that can be sent in, and what practice rejects', async () => {
    const photo = { id: 'p'.repeat(24), kind: 'front' as const, width: 3, height: 2, keptUntil: AT };
    const samples = [{ prefix: 'REJECT1', level: 1 as const, field: 'number' as const }];
    const identity = await published({ photos: [photo], simulated: { afterMs: 4_200, samples } });
    expect(identity?.photos.front).toMatchObject({ id: photo.id });
    expect(identity?.photos.front?.keptUntil).toMatch(/Nov 21, 2026/);
    expect(identity?.photos.back).toBeUndefined();
    expect(identity?.simulated).toEqual({ seconds: 5, samples });
  });
  it('that does not come says so, and stays as it was when it does not come again', async () => {
    const { frames } = await open({ kind: 'identity', turn: 0 });
    await pass(200);
    expect(frames.at(-1)).toEqual({ kind: 'identity', failed: { code: 'networkDown', message: '' } });
    const later = await shown();
    delete world.answers['identity/state'];
    await changed('identity', 'approved');
    expect(later.at(-1)).toMatchObject({ failed: { code: 'networkDown' }, identity: { level: 0 } });
  });
});

it('a photo goes out by the call that seals it, with its kind', async () => {
  const sent: [string, FormData][] = [];
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    responseText = '';
    #path = '';
    open(_: string, path: string): void {
      this.#path = path;
    }
    setRequestHeader(): void {}
    abort(): void {}
    send(form: FormData): void {
      sent.push([this.#path, form]);
      const photo = { id: 'f'.repeat(24), kind: 'front', width: 3, height: 2, keptUntil: AT };
      this.responseText = JSON.stringify({ code: 200, message: '', data: { photo }, requestId: 'r' });
      this.dispatchEvent(new Event('loadend'));
    }
  }
  world.openRequest = () => new FakeRequest() as unknown as XMLHttpRequest;
  const running = world.session.upload(
    'p1',
    new Blob(['x']),
    proxy(() => undefined),
    'front',
  );
  await pass(100);
  expect(await running).toEqual({ ok: true, data: { id: 'f'.repeat(24) } });
  const [path, form] = sent[0] ?? [];
  expect(path).toMatch(/identity\/photo$/);
  expect(form?.get('kind')).toBe('front');
  expect(form?.get('file')).toBeInstanceOf(Blob);
});

describe('help tickets', () => {
  const ticket: TicketRow = {
    id: 1,
    title: 'Where is my order?',
    state: 'waiting',
    subject: { kind: 'spot', id: 12, what: 'AAA-USDT', at: AT },
    unread: 0,
    messages: 1,
    createdAt: AT,
    updatedAt: AT,
    version: 1,
  };
  const message = { id: 5, author: 'person', content: 'Hello', pictures: [], at: AT };

  it('are counted for menus, with the last order by the name of its market', async () => {
    world.answers['ticket/summary'] = answered({ unread: 2, waiting: 1, lastOrder: ticket.subject });
    const { frames } = await open({ kind: 'support' });
    await pass(200);
    expect(frames.at(-1)).toMatchObject({
      unread: 2,
      waiting: 1,
      lastOrder: { kind: 'spot', id: 12, what: 'AAA/USDT' },
    });
    world.answers['ticket/summary'] = answered({ unread: 3, waiting: 0, lastOrder: null });
    await changed('ticket', 'replied');
    expect(frames.at(-1)).toMatchObject({ unread: 3, waiting: 0 });
    expect(frames.at(-1)?.lastOrder).toBeUndefined();
    expect(new Set(frames.map(({ key }) => key)).size).toBe(frames.length);
  });
  it('are listed once each, also when one moves to the top while another page is read', async () => {
    const older = { ...ticket, id: 2, title: 'Older', updatedAt: AT - 1 };
    world.answers['ticket/list'] = answered({ rows: [ticket, older], next: null });
    const { frames } = await open({ kind: 'supportTickets', state: 'waiting', want: 50 });
    await pass(200);
    expect(asksOf('ticket/list')).toEqual([{ state: 'waiting', limit: 50 }]);
    expect(frames.at(-1)?.lines.map(({ id }) => id)).toEqual([1, 2]);
    world.answers['ticket/list'] = answered({
      rows: [{ ...older, updatedAt: AT + 1, unread: 1 }],
      next: `${AT + 1}.2`,
    });
    await changed('ticket', 'replied');
    expect(frames.at(-1)?.lines).toMatchObject([{ id: 2, unread: 1 }]);
  });
  it('go on after the last one that was read', async () => {
    world.answers['ticket/list'] = ({ before }: { before?: string }) =>
      answered(before ? { rows: [{ ...ticket, id: 9 }], next: null } : { rows: [ticket], next: `${AT}.1` })();
    const { handle, frames } = await open({ kind: 'supportTickets', want: 1 });
    await pass(200);
    await handle.update({ kind: 'supportTickets', want: 2 });
    await pass(200);
    expect(asksOf('ticket/list').at(-1)).toEqual({ limit: 50, before: `${AT}.1` });
    expect(frames.at(-1)?.lines.map(({ id }) => id)).toEqual([1, 9]);
  });
  it('are shown with all that was written, and with what is written while somebody looks', async () => {
    world.answers['ticket/detail'] = answered({ ticket, messages: [message] });
    const { frames } = await open({ kind: 'supportThread', id: 1, turn: 0 });
    await pass(200);
    expect(asksOf('ticket/detail')).toEqual([{ id: 1 }]);
    const reply = { ...message, id: 6, author: 'support', content: 'It waits for its price.' };
    world.answers['ticket/detail'] = answered({
      ticket: { ...ticket, state: 'replied', unread: 1 },
      messages: [message, reply],
    });
    await changed('ticket', 'replied');
    expect(frames.at(-1)?.thread).toMatchObject({
      ticket: { state: 'replied', unread: 1, subject: { what: 'AAA/USDT' } },
      messages: [
        { id: 5, author: 'person' },
        { id: 6, author: 'support', content: 'It waits for its price.' },
      ],
    });
  });
  it('of somebody else are not found', async () => {
    world.answers['ticket/detail'] = () => ({ code: 'notFound', message: '', data: null, requestId: 'r' });
    const { frames } = await open({ kind: 'supportThread', id: 7, turn: 0 });
    await pass(200);
    expect(frames.at(-1)).toMatchObject({ failed: { code: 'notFound' } });
    expect(frames.at(-1)?.thread).toBeUndefined();
  });
});
