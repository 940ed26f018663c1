/** Put into each measured page before its scripts: frames, long tasks, taps, and the age of what row 0 shows. */
(() => {
  const probes = { isOn: false, frames: 0, long: [], stale: [], taps: [], shown: 0 };
  window.__probes = probes;
  const age = (value) => {
    const now = (performance.timeOrigin + performance.now()) * 10;
    const difference = (((now - value) % 1e9) + 1e9) % 1e9;
    return difference > 5e8 ? (difference - 1e9) / 10 : difference / 10;
  };
  new PerformanceObserver((list) => {
    if (probes.isOn) for (const entry of list.getEntries()) probes.long.push(entry.duration);
  }).observe({ type: 'longtask' });
  // The browser tells of interactions from 16 ms on, in steps of 8.
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) probes.taps.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  let last;
  // A message that is posted in a frame arrives after that frame's paint.
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const text = window.__probe?.();
    if (!text || !probes.isOn) return;
    probes.stale.push(age(Number(text)));
    if (text !== last) probes.shown += 1;
    last = text;
  };
  const frame = () => {
    if (probes.isOn) probes.frames += 1;
    channel.port2.postMessage(0);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})();
