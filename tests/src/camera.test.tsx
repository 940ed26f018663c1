// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Facing } from '../../src/ui/camera/camera.ts';
import { seenPart, takePhoto } from '../../src/ui/camera/photo.ts';
import { useCamera } from '../../src/ui/camera/useCamera.ts';

class Track extends EventTarget {
  readonly stop = vi.fn();
}
const cameraOf = (...tracks: Track[]) => Object.assign(new MediaStream(), { getTracks: () => tracks });
const open = vi.fn();

function Preview({ facing, watch }: { readonly facing: Facing; readonly watch: () => Promise<void> }) {
  const { video, state } = useCamera(facing, watch);
  return (
    <>
      <video ref={video} muted />
      <output>{state}</output>
    </>
  );
}
const watch = vi.fn(async () => undefined);
const show = async (facing: Facing = 'environment') => {
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: open } });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  return act(async () => render(<Preview facing={facing} watch={watch} />));
};
const state = () => screen.getByRole('status').textContent;

afterEach(() => {
  cleanup();
  open.mockReset();
  watch.mockClear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a camera', () => {
  it('is shown while it is there, and stopped with its screen', async () => {
    const track = new Track();
    open.mockResolvedValue(cameraOf(track));
    const { unmount } = await show();
    expect(state()).toBe('on');
    expect(watch).toHaveBeenCalledOnce();
    expect(track.stop).not.toHaveBeenCalled();
    unmount();
    expect(track.stop).toHaveBeenCalledOnce();
  });
  it('makes way for the one that looks the other way', async () => {
    const [back, front] = [new Track(), new Track()];
    open.mockResolvedValueOnce(cameraOf(back)).mockResolvedValueOnce(cameraOf(front));
    const { rerender } = await show();
    await act(async () => rerender(<Preview facing="user" watch={watch} />));
    expect(back.stop).toHaveBeenCalledOnce();
    expect(front.stop).not.toHaveBeenCalled();
    expect(open.mock.calls.map(([requested]) => requested.video.facingMode)).toEqual(['environment', 'user']);
    expect(state()).toBe('on');
  });
  it.each([
    [new DOMException('', 'NotAllowedError'), 'refused'],
    [new DOMException('', 'NotReadableError'), 'none'],
  ])('that cannot be had says so: %s %s', async (error, expected) => {
    open.mockRejectedValue(error);
    await show();
    expect(state()).toBe(expected);
    expect(watch).not.toHaveBeenCalled();
  });
  it('that comes after its screen has gone is stopped at once', async () => {
    const track = new Track();
    let come = (_: unknown): void => undefined;
    open.mockReturnValue(new Promise((resolve) => (come = resolve)));
    const { unmount } = await show();
    expect(state()).toBe('asking');
    unmount();
    await act(async () => come(cameraOf(track)));
    expect(track.stop).toHaveBeenCalledOnce();
  });
  it('that is taken away is gone', async () => {
    const track = new Track();
    open.mockResolvedValue(cameraOf(track));
    await show();
    await act(async () => void track.dispatchEvent(new Event('ended')));
    expect(state()).toBe('none');
  });
});

describe('a photo', () => {
  it.each([
    // A wide picture in a square box loses its sides, a high one top and bottom.
    [
      { width: 1_920, height: 1_080 },
      { width: 300, height: 300 },
      { x: 420, y: 0, width: 1_080, height: 1_080 },
    ],
    [
      { width: 1_080, height: 1_920 },
      { width: 400, height: 300 },
      { x: 0, y: 555, width: 1_080, height: 810 },
    ],
    [
      { width: 640, height: 480 },
      { width: 400, height: 300 },
      { x: 0, y: 0, width: 640, height: 480 },
    ],
  ])('of %o in a box of %o is what the box shows', (picture, box, part) => {
    expect(seenPart(picture, box)).toEqual(part);
  });
  it('is none while the camera shows nothing', async () => {
    expect(await takePhoto(document.createElement('video'))).toBeUndefined();
  });
});
