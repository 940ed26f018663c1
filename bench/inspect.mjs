import WebSocket from 'ws';

/**
 * The inspector of a Node process that was started with `--inspect=127.0.0.1:port`.
 * @returns `heapAfterGc` (its `process.memoryUsage()` once what nobody uses is gone) and `profile`.
 */
export async function inspect(port) {
  const [{ webSocketDebuggerUrl }] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(webSocketDebuggerUrl, { perMessageDeflate: false, maxPayload: 2 ** 30 });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map();
  let count = 0;
  socket.on('message', (text) => {
    const { id, result, error } = JSON.parse(text);
    waiting.get(id)?.(result ?? error);
    waiting.delete(id);
  });
  const send = (method, params = {}) =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      socket.send(JSON.stringify({ id: count, method, params }));
    });
  const evaluate = async (expression) =>
    (await send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  return {
    async memoryAfterGc() {
      // Twice: what the first one frees may hold on to more.
      await send('HeapProfiler.collectGarbage');
      await send('HeapProfiler.collectGarbage');
      return evaluate('process.memoryUsage()');
    },
    memory: () => evaluate('process.memoryUsage()'),
    /** Begins to measure how late the loop is. */
    watchLoop: () =>
      evaluate(
        "globalThis.loopDelay = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 5 }); loopDelay.enable()",
      ),
    /** How late it was since, ms: what a timer of 5 ms waited beyond them. */
    loopDelay: () => evaluate('({ p99: loopDelay.percentile(99) / 1e6 - 5, most: loopDelay.max / 1e6 - 5 })'),
    /** Processor time so far, ms. */
    cpuMs: async () => (await evaluate('(({ user, system }) => user + system)(process.cpuUsage())')) / 1_000,
    /** Where the time of so many seconds goes: the functions with the most of their own, per cent. */
    async profile(seconds, most = 12) {
      await send('Profiler.enable');
      await send('Profiler.start');
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      const { profile } = await send('Profiler.stop');
      return hottest(profile, most);
    },
    close: () => socket.close(),
  };
}

function hottest({ nodes, samples, timeDeltas }, most) {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [id, `${functionName} ${url.split('/').at(-1)}`]),
  );
  const times = new Map();
  const all = timeDeltas.reduce((sum, each) => sum + each, 0);
  samples.forEach((id, i) => {
    const name = names.get(id);
    times.set(name, (times.get(name) ?? 0) + timeDeltas[i]);
  });
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, time]) => `${((100 * time) / all).toFixed(1)} % ${name.trim()}`);
}
