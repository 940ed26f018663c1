const AT = 1_700_006_400_000;
const ID = 'A'.repeat(43);
const photo = { id: ID, kind: 'front', width: 1200, height: 800, keptUntil: AT };
const state = {
  level: 1,
  name: 'Ada Lovelace',
  hasContact: true,
  basic: {
    id: 1,
    level: 1,
    state: 'approved',
    name: 'Ada Lovelace',
    number: '•••• 4711',
    reasons: [],
    isSimulated: true,
    createdAt: AT,
    decidedAt: AT,
  },
  advanced: {
    id: 2,
    level: 2,
    state: 'rejected',
    name: null,
    number: null,
    reasons: [{ field: 'back', reason: 'other', note: 'upside down' }],
    isSimulated: false,
    createdAt: AT,
    decidedAt: null,
  },
  photos: [photo],
  limits: [{ level: 0, fiatDay: '0', withdrawal: '2000' }],
  simulated: { afterMs: 5000, samples: [{ prefix: 'REJECT1', level: 1, field: 'number' }] },
};

/** A good request and a good answer of each call about identity. */
export const identityExamples = {
  'identity.state': {
    about: 'How far the user is certified, the newest applications, photos, and what each level allows',
    request: {},
    response: { ...state, basic: null, advanced: null, simulated: null },
  },
  'identity.photo': {
    about:
      'Keeps one photo of a document, sealed; its kind is a text field of the body. Replaces an unsent one of its kind',
    request: { kind: 'holding' },
    response: { photo },
  },
  'identity.view': {
    about: 'An own photo that can still be sent in',
    request: { id: ID },
    response: { type: 'image/jpeg', width: 1, height: 1, content: 'aa==' },
  },
  'identity.basic': {
    about: 'Applies for level 1 by name and ID number',
    request: { name: 'Ada Lovelace', number: 'X 4711-0815' },
    response: state,
  },
  'identity.advanced': {
    about: 'Applies for level 2 by three photos; needs level 1',
    request: { front: ID, back: ID, holding: ID },
    response: state,
  },
};
