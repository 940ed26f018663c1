/** Longer than this a task holds up a finger. */
export const LONG_MS = 50;

/** Tasks of the renderer's threads of a name, a list for each thread; the busiest first. */
function threadsOf(events, threadName) {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === threadName)
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  return [...threads]
    .map((thread) =>
      events.filter(({ name, pid, tid, dur }) => /RunTask$/.test(name) && dur && thread === `${pid}:${tid}`),
    )
    .sort((a, b) => b.length - a.length);
}

/** ms of each task of the busiest main thread: as it worked (`cpu`), and as the clock saw it (`wall`). */
function tasksOf(events) {
  const [busiest = []] = threadsOf(events, 'CrRendererMain');
  return busiest.map(({ dur, tdur = 0 }) => ({ cpu: tdur / 1_000, wall: dur / 1_000 }));
}

/** How many tasks a page's threads began: each may wake a core that slept. */
export function wakesOf(events) {
  const [main = []] = threadsOf(events, 'CrRendererMain');
  return { page: main.length, worker: threadsOf(events, 'DedicatedWorker thread').flat().length };
}

/** What a browser's threads do while something is done with a page, as a trace's events. */
export async function traced(page, act) {
  const cdp = await page.context().newCDPSession(page);
  const events = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const ended = new Promise((resolve) => cdp.on('Tracing.tracingComplete', resolve));
  const traceConfig = { includedCategories: ['toplevel', '__metadata'] };
  await cdp.send('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
  await act();
  await cdp.send('Tracing.end');
  await ended;
  return events;
}

/** The tasks of a page's main thread on a CPU so many times slower, while something is done with the page. */
export async function tracedTasks(page, cpu, act) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.waitForTimeout(3_000);
  return tasksOf(await traced(page, act));
}

/** The longest task and how many hold up a finger, by the processor's time or the clock's. */
export const longestOf = (tasks, clock) => ({
  'longest ms': Math.round(Math.max(...tasks.map((task) => task[clock]))),
  [`over ${LONG_MS} ms`]: tasks.filter((task) => task[clock] > LONG_MS).length,
});
