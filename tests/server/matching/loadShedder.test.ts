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

/** As many come as may, up to so many, and leave, one every so many ms. */
function leaveOneByOne({ time, admission }: ReturnType<typeof setUp>, count: number, ms: number): void {
  for (const leave of enterAll(admission, count)) {
    time.ms += ms;
    leave();
  }
}

it('leaves connections to those who are refused also before anything was measured', () => {
  expect(enterAll(setUp().admission, 500)).toHaveLength(251);
});

it('sends away whoever would wait longer than a trader does, and lets others in as some leave', () => {
  const door = setUp();
  for (let times = 0; times < 5; times++) leaveOneByOne(door, 500, 1);
  // 1 ms each, or little less: about the 102nd in line would begin after 100 ms.
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
  for (let i = 0; i < 5_000; i++) {
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

it('takes them for none either once a clock was set back to before a burst', () => {
  const door = setUp();
  door.time.ms = 7_200_000;
  for (const leave of enterAll(door.admission, 60)) leave();
  door.time.ms = 0;
  for (let i = 0; i < 100; i++) {
    const leave = door.admission.enter();
    door.time.ms += 1_000;
    leave();
  }
  expect(enterAll(door.admission, 500)).toHaveLength(251);
});

it('knows how long a command takes where a whole batch is answered at once', () => {
  const { time, admission } = setUp();
  let inside: (() => void)[] = [];
  for (let batch = 0; batch < 30; batch++) {
    // More than may come in wait at the door; of those inside all are answered together after half a ms each.
    inside.push(...enterAll(admission, 1_000));
    time.ms += 0.5 * inside.length;
    for (const leave of inside) leave();
    inside = [];
    time.ms += 2;
  }
  expect(enterAll(admission, 1_000).length).toBeGreaterThan(150);
  expect(enterAll(admission, 1_000)).toHaveLength(0);
});
