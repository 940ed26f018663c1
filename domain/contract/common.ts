import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Empty } from './fields.ts';

/** @see specification §3 "Wap page config response", §7 `/xb/v1/common/load/wap/config` */
export const WapConfig = /*#__PURE__*/ v.object({
  /** Whether the download banner is offered on mobile browsers. */
  openH5AppDownload: v.boolean(),
  /** Where the banner leads: an http(s) address, or empty. */
  downloadUrl: v.string(),
});
export type WapConfig = v.InferOutput<typeof WapConfig>;

/** Whether the page offers an app download, and its address. */
export const loadWapConfig = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/load/wap/config',
  methods: ['POST', 'GET'],
  access: 'anyone',
  request: Empty,
  response: WapConfig,
});

/** Where an internal error of the page came from. @see specification §8 "Chunk loading failures" */
export const errorKinds = [
  'chunkMissing',
  'chunkTimeOut',
  'styleFailed',
  'workerDied',
  'render',
  'icon',
] as const;

/** Reports an internal error of the page to the server's log, without personal data. */
export const reportError = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/report',
  access: 'anyone',
  request: v.strictObject({
    kind: v.picklist(errorKinds),
    /** What failed, e.g. the name of a script file. */
    detail: v.pipe(v.string(), v.maxLength(300)),
    build: v.pipe(v.string(), v.maxLength(40)),
  }),
  response: Empty,
});
/** Request of `common.report`. */
export type ErrorReport = v.InferOutput<(typeof reportError)['request']>;
