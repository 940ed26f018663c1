/** Longer than this a task holds up a finger. */
export const LONG_MS = 50;

/** ms of each task of the busiest main thread: as it worked (`cpu`), and as the clock saw it (`wall`). */
function tasksOf(events) {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = [...mains].map((main) =>
    events.filter(({ name, pid, tid, dur }) => /RunTask$/.test(name) && dur && main === `${pid}:${tid}`),
  );
  const [busiest = []] = tasks.sort((a, b) => b.length - a.length);
  return busiest.map(({ dur, tdur = 0 }) => ({ cpu: tdur / 1_000, wall: dur / 1_000 }));
}

/** The tasks of a page's main thread on a CPU so many times slower, while something is done with the page. */
export async function tracedTasks(page, cpu, act) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.waitForTimeout(3_000);
  const events = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const ended = new Promise((resolve) => cdp.on('Tracing.tracingComplete', resolve));
  const traceConfig = { includedCategories: ['toplevel', '__metadata'] };
  await cdp.send('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
  await act();
  await cdp.send('Tracing.end');
  await ended;
  return tasksOf(events);
}

/** The longest task and how many hold up a finger, by the processor's time or the clock's. */
export const longestOf = (tasks, clock) => ({
  'longest ms': Math.round(Math.max(...tasks.map((task) => task[clock]))),
  [`over ${LONG_MS} ms`]: tasks.filter((task) => task[clock] > LONG_MS).length,
});
