import * as v from 'valibot';
import {
  applicationStates,
  identityFields,
  identityLevels,
  photoKinds,
  rejectionReasons,
} from '../identity/codes.ts';
import { defineCall } from './call.ts';
import { Amount, Count, Empty, Id, InputText, Moment, PictureContent, UploadId } from './fields.ts';

const Level = /*#__PURE__*/ v.picklist(identityLevels);
const PhotoKindName = /*#__PURE__*/ v.picklist(photoKinds);

/** A photo that is kept, sealed. Its id is good for its owner alone. */
const PhotoRow = /*#__PURE__*/ v.object({
  id: v.string(),
  kind: PhotoKindName,
  width: v.number(),
  height: v.number(),
  /** When it is deleted unless it is sent in; null once it is. */
  keptUntil: v.nullable(Moment),
});

/** An application for a level. */
const ApplicationRow = /*#__PURE__*/ v.object({
  id: Id,
  level: Level,
  state: v.picklist(applicationStates),
  /** Level 1: the name as written, and the end of the number; null at level 2. */
  name: v.nullable(v.string()),
  number: v.nullable(v.string()),
  /** Why it was rejected, field by field; empty while it is not. */
  reasons: v.array(
    v.object({
      field: v.picklist(identityFields),
      reason: v.picklist(rejectionReasons),
      /** The reviewer's own words; may be empty. */
      note: v.string(),
    }),
  ),
  /** Decided by the reviewer of practice, who looks at nothing. */
  isSimulated: v.boolean(),
  createdAt: Moment,
  decidedAt: v.nullable(Moment),
});

/** Everything about a user's identity. */
export const IdentityState = /*#__PURE__*/ v.object({
  /** Certified so far: 0, 1 or 2. */
  level: Count,
  /** The verified name; null before level 1. */
  name: v.nullable(v.string()),
  /** Whether an e-mail address or a phone is bound: without, nothing is approved. */
  hasContact: v.boolean(),
  /** The newest application for each level; null when there was none. */
  basic: v.nullable(ApplicationRow),
  advanced: v.nullable(ApplicationRow),
  /** Photos that can be sent in: uploaded and not sent, or not rejected with the rest. At most one of each kind. */
  photos: v.array(PhotoRow),
  /** What each level allows: to banks in 24 hours, BTC, and in one withdrawal, USDT. Level 0 comes first. */
  limits: v.array(v.object({ level: Count, fiatDay: Amount, withdrawal: Amount })),
  /** The reviewer of practice: how long it takes, and what it rejects; null where reviewers decide. */
  simulated: v.nullable(
    v.object({
      afterMs: v.number(),
      samples: v.array(v.object({ prefix: v.string(), level: Level, field: v.picklist(identityFields) })),
    }),
  ),
});
export type IdentityState = v.InferOutput<typeof IdentityState>;

/** Certification of the user: level, newest applications, photos and the limits of each level. */
export const identityState = /*#__PURE__*/ defineCall({
  path: '/xb/v1/identity/state',
  access: 'user',
  request: Empty,
  response: IdentityState,
});

/** Keeps one photo, sealed. Its kind is a text field `kind` of the multipart body. A new one replaces its kind. */
export const identityPhoto = /*#__PURE__*/ defineCall({
  path: '/xb/v1/identity/photo',
  access: 'user',
  takesFile: true,
  request: v.strictObject({ kind: PhotoKindName }),
  response: v.object({ photo: PhotoRow }),
});

/** One of the own photos that can still be sent in. */
export const identityView = /*#__PURE__*/ defineCall({
  path: '/xb/v1/identity/photo/view',
  access: 'user',
  request: v.strictObject({ id: UploadId }),
  response: PictureContent,
});

/** Applies for level 1 by name and ID number. Errors: `nameInvalid`, `idNumberInvalid`, `tooManyRequests`. */
export const applyBasic = /*#__PURE__*/ defineCall({
  path: '/xb/v1/identity/basic',
  access: 'user',
  request: v.strictObject({ name: InputText, number: InputText }),
  response: IdentityState,
});

/** Applies for level 2, which requires level 1. Error: `photoMissing`. */
export const applyAdvanced = /*#__PURE__*/ defineCall({
  path: '/xb/v1/identity/advanced',
  access: 'user',
  /** Ids of photos, each of its own kind. */
  request: v.strictObject({ front: UploadId, back: UploadId, holding: UploadId }),
  response: IdentityState,
});
