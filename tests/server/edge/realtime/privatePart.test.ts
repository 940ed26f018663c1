import { expect, it } from 'vitest';
import type { SessionUser } from '../../../../server/books/users/sessions.ts';
import { PrivatePart } from '../../../../server/edge/realtime/privatePart.ts';

const user = { userId: 7, sessionId: 1 } as SessionUser;

/** A socket's private part whose proofs travel to another process; `answer` is that of the last one. */
function part() {
  let open = 0;
  let answer = (_: SessionUser | undefined): void => undefined;
  const made = new PrivatePart(
    {
      tickets: {
        redeem: () =>
          new Promise<SessionUser | undefined>((resolve) => {
            answer = resolve;
          }),
      },
      hub: {
        subscribe: async () => {
          open += 1;
          return { recovered: true, head: () => ['e1', 0], leave: () => void (open -= 1) };
        },
      },
    },
    { send: () => undefined, end: () => undefined },
  );
  return { made, answer: (who: SessionUser | undefined) => answer(who), open: () => open };
}

it('reads once its proof is here', async () => {
  const { made, answer, open } = part();
  const proven = made.prove('ticket');
  const recovered = made.read(undefined);
  answer(user);
  expect([await proven, await recovered, open()]).toEqual([true, true, 1]);
});

it('of a socket that is gone before its proof is here reads nothing', async () => {
  const { made, answer, open } = part();
  const proven = made.prove('ticket');
  const recovered = made.read(undefined);
  made.leave();
  answer(user);
  expect([await proven, await recovered, open()]).toEqual([true, false, 0]);
});

it.each([
  ['the first answer comes first', [0, 1]],
  ['the last answer comes first', [1, 0]],
] as const)('of two proofs counts the last, and neither ends the socket: %s', async (_, order) => {
  const other = { userId: 8, sessionId: 2 } as SessionUser;
  const answers: ((who: SessionUser | undefined) => void)[] = [];
  const made = new PrivatePart(
    {
      tickets: {
        redeem: () => new Promise<SessionUser | undefined>((resolve) => void answers.push(resolve)),
      },
      hub: { subscribe: async () => ({ recovered: true, head: () => ['e1', 0], leave: () => undefined }) },
    },
    { send: () => undefined, end: () => undefined },
  );
  const proofs = [made.prove('ticket'), made.prove('later')];
  // The answer to the first is lost: what it would have been does not matter any more.
  for (const i of order) {
    answers[i]?.(i === 0 ? undefined : other);
    await new Promise(setImmediate);
  }
  expect([...(await Promise.all(proofs)), made.who]).toEqual([true, true, 'user 8']);
});
