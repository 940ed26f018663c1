import { join } from 'node:path';
import { openPglite } from './database.ts';

/** Makes the empty database that an exchange begins as: `empty.js FOLDER`, run by the build from the product's folder. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Which folder is to hold it?');
const db = await openPglite(folder, join(process.cwd(), 'server/base/db/schema'));
await db.close();
