import { subscribe } from 'valtio';
import { client } from './client.ts';
import { governor } from './governing.ts';

/** A visit's first seconds belong to what it came for. */
const START_MS = 5_000;
const PLACES = 1_000;

/** Keeps the last minutes of prices and taps in the worker's memory; nothing in saver mode, nor where data is dear. */
export function followFlight(): void {
  let isOn = false;
  const look = () => {
    const wanted = governor.mode !== 'saver';
    if (wanted === isOn) return;
    isOn = wanted;
    void client.ask('flight', { do: 'record', on: wanted });
  };
  setTimeout(() => {
    look();
    subscribe(governor, look);
    // What the last worker kept is gone with it; the next one keeps nothing before it is to.
    client.onReplaced = () => {
      isOn = false;
      look();
    };
  }, START_MS);
  document.addEventListener('pointerdown', ({ clientX, clientY }) => {
    if (!isOn) return;
    const { innerWidth, innerHeight, location } = window;
    const x = Math.round((clientX / innerWidth) * PLACES);
    const y = Math.round((clientY / innerHeight) * PLACES);
    void client.ask('flight', { do: 'tap', path: location.pathname, x, y });
  });
}
