// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { emptyInbox, markSeen, takeInbox } from '../../src/state/inbox.ts';
import { fake, forgetWorker } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

beforeEach(() => {
  forgetWorker();
  emptyInbox();
});
const turn = () => new Promise((resolve) => setTimeout(resolve));

it('of two marks that are not taken the one further on goes out again', async () => {
  fake.call.mockResolvedValue({ ok: false, error: { code: 'networkDown', message: '' } });
  markSeen(5);
  markSeen(9);
  await turn();
  fake.call.mockClear();
  takeInbox({ unread: 0, readTo: 0 });
  expect(fake.call.mock.calls).toEqual([['notification.mark', { seen: 9 }]]);
});

it('a mark that is refused late takes nothing back', async () => {
  const refused = { ok: false, error: { code: 'networkDown', message: '' } };
  let refuse: (answer: unknown) => void = () => undefined;
  fake.call.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        refuse = resolve;
      }),
  );
  fake.call.mockResolvedValue(refused);
  markSeen(5);
  markSeen(9);
  await turn();
  refuse(refused);
  await turn();
  fake.call.mockClear();
  takeInbox({ unread: 0, readTo: 0 });
  expect(fake.call.mock.calls).toEqual([['notification.mark', { seen: 9 }]]);
});
