import { expect, it } from 'vitest';
import type { Answering } from '../../../../server/edge/bus/answerer.ts';
import { Answerer } from '../../../../server/edge/bus/answerer.ts';
import { EngineWord } from '../../../../server/edge/bus/engineWord.ts';
import { bytesOf } from '../../../../server/edge/bus/frames.ts';
import { NoAnswerError, Requester } from '../../../../server/edge/bus/requester.ts';
import { subjectsOf } from '../../../../server/edge/bus/subjects.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { MemoryBus } from '../../../support/memoryBus.ts';

const subjects = subjectsOf('t');
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

function open() {
  const [clock, bus] = [new FakeClock(), new MemoryBus()];
  const line = bus.connect();
  const engine = new EngineWord(line, clock, subjects);
  const requester = new Requester(line, clock, { subjects, gateway: 'g' });
  engine.left = () => requester.keep();
  engine.lost = () => requester.failAll();
  engine.received = (_, isOther) => {
    if (isOther) requester.goOn();
  };
  /** An engine that has spoken once. */
  const start = async (run: string, http: Answering) => {
    const own = bus.connect();
    const answerer = new Answerer({ bus: own, clock, subjects, log: () => undefined }, { http, other: http });
    const here = { run, now: clock.now(), list: '', origin: 'simulated', heads: {} };
    own.publish(subjects.here, bytesOf(JSON.stringify(here)));
    await settled();
    return { answerer, leaves: () => own.publish(subjects.left, bytesOf(run)) };
  };
  const ask = (data: string, isKept = true) =>
    requester.ask({ kind: isKept ? 'http' : 'other', data, isKept, deadline: 10_000 }).then(
      (answer) => answer.data,
      (error: unknown) => (error instanceof NoAnswerError ? 'no answer' : error),
    );
  return { clock, start, ask };
}
const by = (name: string): Answering => {
  return async ({ data }) => ({ data: `${name} ${data}` });
};

it('an engine that ends answers what it has taken, and the next one is given all else', async () => {
  const { start, ask } = open();
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = await start('a', async ({ data }) => {
    await held;
    return { data: `a ${data}` };
  });
  const taken = ask('one');
  await settled();
  const finished = first.answerer.finish(1_000);
  // Nobody takes it: the engine has not said yet that it leaves.
  const early = ask('two');
  await settled();
  end();
  expect(await finished).toBe(true);
  first.leaves();
  expect(await taken).toBe('a one');
  await settled();
  const [late, other] = [ask('three'), ask('four', false)];
  await start('b', by('b'));
  expect(await Promise.all([early, late, other])).toEqual(['b two', 'b three', 'no answer']);
  expect(await ask('five')).toBe('b five');
});

it('an engine that could not answer all in time says nothing, and what has no answer is not done again', async () => {
  const { clock, start, ask } = open();
  const first = await start('a', () => new Promise(() => undefined));
  const taken = ask('one');
  await settled();
  const finished = first.answerer.finish(1_000);
  await clock.advance(1_000);
  expect(await finished).toBe(false);
  await start('b', by('b'));
  expect(await taken).toBe('no answer');
});

it('the last word of another run changes nothing', async () => {
  const { start, ask } = open();
  const first = await start('a', () => new Promise(() => undefined));
  const other = await start('b', () => new Promise(() => undefined));
  const taken = ask('one');
  await settled();
  first.leaves();
  await start('c', by('c'));
  expect(await taken).toBe('no answer');
  other.answerer.close();
});

it('fails once no engine has come for as long as one may be silent', async () => {
  const { clock, start, ask } = open();
  const first = await start('a', by('a'));
  expect(await first.answerer.finish(1_000)).toBe(true);
  first.leaves();
  await settled();
  const kept = ask('one');
  await clock.advance(2_500);
  expect(await kept).toBe('no answer');
});
