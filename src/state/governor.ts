import type { Settings } from './settings.ts';

export type Mode = Settings['refresh'];
/** Why prices move less often than the user chose; of several the strongest. */
export type Brake = 'saveData' | 'reducedData' | 'battery' | 'strain';

/** What a device says of itself. */
export interface DeviceState {
  /** The browser is set to save data. */
  readonly saveData: boolean;
  /** The user prefers pages that load little. */
  readonly reducedData: boolean;
  /** Undefined where the browser does not report it. @remarks `level` 0 to 1. */
  readonly battery: { readonly level: number; readonly charging: boolean } | undefined;
  /** It does not keep up with what it draws. */
  readonly isStrained: boolean;
}

/** A battery of this much or less is low, unless it is being charged. */
const LOW = 0.2;

/**
 * The mode in force: what the user chose, or a slower one that the device asks for; never a faster one.
 * @param keep the user wants what they chose, whatever the device says.
 */
export function governed(
  choice: Mode,
  keep: boolean,
  device: DeviceState,
): { readonly mode: Mode; readonly brake: Brake | undefined } {
  const brake = keep || choice === 'saver' ? undefined : saverBrake(device);
  if (brake) return { mode: 'saver', brake };
  if (!keep && choice === 'live' && device.isStrained) return { mode: 'balanced', brake: 'strain' };
  return { mode: choice, brake: undefined };
}

function saverBrake({ saveData, reducedData, battery }: DeviceState): Brake | undefined {
  if (saveData) return 'saveData';
  if (reducedData) return 'reducedData';
  return battery && !battery.charging && battery.level <= LOW ? 'battery' : undefined;
}

/** ms of long frames that make a second a heavy one; so many heavy ones of so many are too much. */
const HEAVY_MS = 150;
const HEAVY_MOST = 3;
const LOOKED_AT = 5;
/** Without a heavy second for so long a device keeps up again. */
const CALM_MS = 60_000;

/** Whether a device keeps up, from its long frames alone: nothing runs while there are none. */
export class Strain {
  #heavy: number[] = [];
  #second = 0;
  #longMs = 0;
  #until = Number.NEGATIVE_INFINITY;

  /** A long frame ended. @param at monotonic, ms, never falling. @param ms how long it was. */
  add(at: number, ms: number): void {
    const second = Math.floor(at / 1_000);
    if (second !== this.#second) this.#longMs = 0;
    this.#second = second;
    this.#longMs += ms;
    if (this.#longMs < HEAVY_MS) return;
    this.#heavy = this.#heavy.filter((each) => each > second - LOOKED_AT && each !== second);
    this.#heavy.push(second);
    if (this.#heavy.length > HEAVY_MOST || at < this.#until) this.#until = at + CALM_MS;
  }

  /** ms until it keeps up again; 0 when it does. */
  left(at: number): number {
    return Math.max(0, this.#until - at);
  }
}
