// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Battery, Device } from '../../src/state/device.ts';
import { governOf } from '../../src/state/governing.ts';
import type { DeviceState } from '../../src/state/governor.ts';
import { governed, Strain } from '../../src/state/governor.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { FakeClock, settle } from '../support/fakeClock.ts';

const well: DeviceState = { saveData: false, reducedData: false, battery: undefined, isStrained: false };
const low = { level: 0.2, charging: false };

describe('the mode in force', () => {
  it.each([
    ['live', {}, 'live', undefined],
    ['live', { saveData: true }, 'saver', 'saveData'],
    ['balanced', { reducedData: true }, 'saver', 'reducedData'],
    ['live', { battery: low }, 'saver', 'battery'],
    ['live', { battery: { level: 0.21, charging: false } }, 'live', undefined],
    ['live', { battery: { level: 0.05, charging: true } }, 'live', undefined],
    ['live', { isStrained: true }, 'balanced', 'strain'],
    ['balanced', { isStrained: true }, 'balanced', undefined],
    ['live', { isStrained: true, battery: low }, 'saver', 'battery'],
    ['saver', { saveData: true, battery: low, isStrained: true }, 'saver', undefined],
  ] as const)('chosen %s, device %o: %s because of %s', (choice, more, mode, brake) => {
    const device = { ...well, ...more };
    expect(governed(choice, false, device)).toEqual({ mode, brake });
    expect(governed(choice, true, device)).toEqual({ mode: choice, brake: undefined });
  });
});

describe('a device that does not keep up', () => {
  const heavy = (strain: Strain, ...seconds: number[]) => {
    for (const second of seconds) strain.add(second * 1_000 + 500, 200);
  };
  it('is one with four heavy seconds of five', () => {
    const strain = new Strain();
    heavy(strain, 1, 2, 4);
    expect(strain.left(4_500)).toBe(0);
    heavy(strain, 5);
    expect(strain.left(5_500)).toBe(60_000);
  });
  it('is not one with heavy seconds now and then, or with many short frames', () => {
    const strain = new Strain();
    heavy(strain, 1, 3, 5, 7, 9, 11, 13);
    for (let at = 20_000; at < 30_000; at += 1_000) strain.add(at, 60);
    expect(strain.left(30_000)).toBe(0);
  });
  it('keeps up again after a minute without one', () => {
    const strain = new Strain();
    heavy(strain, 1, 2, 3, 4, 30);
    expect(strain.left(30_500)).toBe(60_000);
    expect(strain.left(90_500)).toBe(0);
  });
});

class FakeBattery extends EventTarget implements Battery {
  level = 1;
  charging = false;
  change(level: number, charging = this.charging): void {
    Object.assign(this, { level, charging });
    this.dispatchEvent(new Event('levelchange'));
    this.dispatchEvent(new Event('chargingchange'));
  }
}

describe('this page’s governor', () => {
  let clock: FakeClock;
  let battery: FakeBattery;
  let requests: { saveData: boolean; changed: () => void };
  let longFrame: (ms: number) => void;
  let own: ReturnType<typeof governOf>;
  beforeEach(async () => {
    changeSettings({ refresh: 'live', keepRefresh: false });
    clock = new FakeClock();
    battery = new FakeBattery();
    requests = { saveData: false, changed: () => undefined };
    const device: Device = {
      saveData: () => requests.saveData,
      reducedData: () => false,
      onDataPreference: (changed) => {
        requests.changed = changed;
      },
      battery: async () => battery,
      onLongFrame: (listener) => {
        longFrame = (ms) => listener(clock.monotonic(), ms);
      },
      monotonic: clock.monotonic,
      after: clock.after,
    };
    own = governOf(device);
    own.follow();
    await settle();
  });
  afterEach(() => changeSettings({ refresh: 'balanced', keepRefresh: false }));

  it('follows the battery down and up again', () => {
    battery.change(0.2);
    expect(own.state).toEqual({ mode: 'saver', brake: 'battery' });
    battery.change(0.2, true);
    expect(own.state).toEqual({ mode: 'live', brake: undefined });
  });
  it('follows the wish to save data, and the user’s own above it', async () => {
    requests.saveData = true;
    requests.changed();
    expect(own.state.mode).toBe('saver');
    changeSettings({ keepRefresh: true });
    await vi.waitFor(() => expect(own.state).toEqual({ mode: 'live', brake: undefined }), 10_000);
  });
  it('slows down where frames are long for seconds, and comes back by itself', async () => {
    for (let second = 0; second < 5; second++) {
      longFrame(300);
      await clock.advance(1_000);
    }
    expect(own.state).toEqual({ mode: 'balanced', brake: 'strain' });
    await clock.advance(50_000);
    expect(own.state.brake).toBe('strain');
    await clock.advance(10_000);
    expect(own.state).toEqual({ mode: 'live', brake: undefined });
    expect(clock.pending).toBe(0);
  });
});
