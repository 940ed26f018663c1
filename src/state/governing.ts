import { proxy, subscribe } from 'valtio';
import type { Battery, Device } from './device.ts';
import { browserDevice } from './device.ts';
import type { Brake, Mode } from './governor.ts';
import { governed, Strain } from './governor.ts';
import { settings } from './settings.ts';

/** The mode in force, and what slows it down. */
export interface Governor {
  mode: Mode;
  brake: Brake | undefined;
}

/** Follows the choice and the device; nothing runs while neither changes. */
export function governOf(device: Device): { readonly state: Governor; follow(): void } {
  const strain = new Strain();
  let battery: Battery | undefined;
  let stopCheck: (() => void) | undefined;
  const read = (): Governor =>
    governed(settings.refresh, settings.keepRefresh, {
      saveData: device.saveData(),
      reducedData: device.reducedData(),
      battery,
      isStrained: strain.left(device.monotonic()) > 0,
    });
  const state = proxy(read());
  const check = () => {
    Object.assign(state, read());
    stopCheck?.();
    stopCheck = undefined;
    // A calm minute makes no event.
    if (state.brake === 'strain') stopCheck = device.after(strain.left(device.monotonic()) + 1, check);
  };
  const follow = () => {
    subscribe(settings, check);
    device.onDataPreference(check);
    device.onLongFrame((at, ms) => {
      strain.add(at, ms);
      if (settings.refresh === 'live' && state.brake === undefined) check();
    });
    void device.battery().then((found) => {
      battery = found;
      for (const change of ['levelchange', 'chargingchange']) found?.addEventListener(change, check);
      check();
    });
    check();
  };
  return { state, follow };
}

const own = governOf(browserDevice(navigator, window));

/** This page's. */
export const governor = own.state;
/** Begins to follow the device. */
export const followGovernor = own.follow;
