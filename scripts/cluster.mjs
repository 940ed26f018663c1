import { install } from './install.mjs';

install();
// Imported after the installation: a first start has no packages to import from before it.
const { build } = await import('./build.mjs');
const { Venue } = await import('./cluster/venue.mjs');

/* A venue on this machine to look at. Ports from CLUSTER_PORT on; nothing is kept. */
const venue = new Venue(Number(process.env.CLUSTER_PORT ?? 8080), (line) => console.log(line));

async function end(code, why) {
  if (why) console.error(why);
  await venue.end();
  process.exit(code);
}

function show({ ports, parts, database }) {
  console.log(`Open at http://127.0.0.1:${ports.haproxy}, by HAProxy.`);
  for (const [name, { pid }] of parts)
    console.log(`  ${name.padEnd(20)} process ${pid}${ports[name] ? `, port ${ports[name]}` : ''}`);
  console.log(`Database: ${database}`);
  console.log(
    'Kill what you like, and look at the page: it is started again. Ctrl+C ends all; nothing is kept.',
  );
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(0));
try {
  const { built } = await build();
  if (built) console.log('Built the page and the exchange.');
  await venue.start();
  show(venue);
} catch (error) {
  await end(1, error.message);
}
