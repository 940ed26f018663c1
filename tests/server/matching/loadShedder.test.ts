import { expect, it } from 'vitest';
import { LoadShedder } from '../../../server/matching/loadShedder.ts';

/** A door whose time is the test's. */
function setUp() {
  const time = { ms: 0 };
  return { time, admission: new LoadShedder(() => time.ms) };
}

/** Enters until it is refused, or so often. */
function enterAll(admission: LoadShedder, most: number): (() => void)[] {
  const left: (() => void)[] = [];
  for (let i = 0; i < most; i++) {
    try {
      left.push(admission.enter());
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable' });
      break;
    }
  }
  return left;
}

/** So many leave, one every so many ms, while as many wait behind them. */
function leaveOneByOne({ time, admission }: ReturnType<typeof setUp>, count: number, ms: number): void {
  const inside = enterAll(admission, count + 60);
  for (const leave of inside.slice(0, count)) {
    time.ms += ms;
    leave();
  }
  // Those behind go in one moment: too few of them for a measurement.
  for (const leave of inside.slice(count)) leave();
}

it('leaves connections to those who are refused also before anything was measured', () => {
  expect(enterAll(setUp().admission, 500)).toHaveLength(251);
});

it('sends away whoever would wait longer than a trader does, and lets others in as some leave', () => {
  const door = setUp();
  leaveOneByOne(door, 100, 1);
  leaveOneByOne(door, 500, 1);
  // Little less than 1 ms each, as the last left faster: about the 102nd in line would begin after 100 ms.
  const inside = enterAll(door.admission, 500);
  expect(inside.length).toBeGreaterThan(100);
  expect(inside.length).toBeLessThan(110);
  inside[0]?.();
  inside[0]?.();
  expect(enterAll(door.admission, 500)).toHaveLength(1);
});

it('always takes a burst of 50, however slow it has become', () => {
  const door = setUp();
  leaveOneByOne(door, 100, 60_000);
  expect(enterAll(door.admission, 500)).toHaveLength(50);
});

it('learns from those 50 that it has become fast again', () => {
  const door = setUp();
  leaveOneByOne(door, 100, 60_000);
  const inside = enterAll(door.admission, 500);
  for (let i = 0; i < 2_000; i++) {
    inside.shift()?.();
    inside.push(door.admission.enter());
    if (i % 10 === 0) door.time.ms += 1;
  }
  expect(enterAll(door.admission, 500)).toHaveLength(500);
});

it('takes a few who come and go slowly for no sign of being slow', () => {
  const door = setUp();
  for (let i = 0; i < 1_000; i++) {
    const leave = door.admission.enter();
    door.time.ms += 1_000;
    leave();
  }
  expect(enterAll(door.admission, 500)).toHaveLength(251);
});
