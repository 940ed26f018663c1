const AT = 1_700_000_000_000;

/** Logins, passwords, second factors and passkeys of an account. */
export const securityExamples = {
  'account.sessions': {
    about: 'Devices that are logged in',
    request: {},
    response: {
      sessions: [
        {
          id: 1,
          device: 'Chrome, Android',
          address: '203.0.113.7',
          createdAt: AT,
          seenAt: AT,
          isCurrent: true,
        },
      ],
    },
  },
  'account.endSession': {
    about: 'Logs one device out, or all but this one',
    request: { id: 1 },
    response: { ended: 1 },
  },
  'account.logins': {
    about: 'Logins and changes of the account, newest first',
    request: { before: 9, limit: 20 },
    response: {
      rows: [{ id: 1, what: 'login', device: 'Chrome, Android', address: '203.0.113.7', at: AT }],
      more: false,
    },
  },
  'account.changePassword': {
    about: 'Changes the login password; other sessions end, withdrawals rest for a day',
    request: { old: 'a', password: 'b', totp: '1' },
    response: {},
  },
  'account.setFundPassword': {
    about: 'Sets or changes the funding password, by a code to the bound contact',
    request: { password: 'b', code: '123456' },
    response: {},
  },
  'account.bindPhone': {
    about:
      'Binds or changes the phone, by a code to where the user is reached so far, one to the new number and the password',
    request: { oldCode: '123456', phone: '+14155550100', code: '123456', password: 'p' },
    response: {},
  },
  'account.bindEmail': {
    about: 'Binds a first e-mail address, by a code to the phone, one to the address and the password',
    request: { oldCode: '123456', email: 'a@b.example', code: '123456', password: 'p' },
    response: {},
  },
  'account.changeEmail': {
    about: 'Changes the address, by a code to the old one and a code to the new one',
    request: { oldCode: '123456', email: 'a@b.example', code: '123456' },
    response: {},
  },
  'account.passkeys': {
    about: 'Passkeys of the user, and the place that they are good for',
    request: {},
    response: { rpId: 'example.org', rows: [{ id: 1, label: 'Phone', createdAt: AT, usedAt: null }] },
  },
  'account.passkeyStart': {
    about: 'What a new passkey is made with, for a few minutes',
    request: { password: 'p' },
    response: {
      challenge: 'mC8sXo5aHfTg',
      rpId: 'example.org',
      expiresAt: AT,
      passkeys: [],
      handle: 'kbzQ1uVbq0y2',
      uid: '123456789',
    },
  },
  'account.passkeyAdd': {
    about: 'Keeps a new passkey; withdrawals rest for a day',
    request: {
      label: 'Phone',
      passkey: { id: 'nD3f2QxV', clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRkbm9u' },
    },
    response: { id: 1 },
  },
  'account.passkeyRemove': {
    about: 'Forgets a passkey',
    request: { id: 1, password: 'p' },
    response: {},
  },
  'account.passkeyChallenge': {
    about: 'What a passkey is asked to sign to log in',
    request: {},
    response: { challenge: 'mC8sXo5aHfTg', rpId: 'example.org', expiresAt: AT, passkeys: [] },
  },
  'account.passkeyProof': {
    about: 'What a passkey is asked to sign to prove once more that it is the user',
    request: {},
    response: { challenge: 'mC8sXo5aHfTg', rpId: 'example.org', expiresAt: AT, passkeys: ['nD3f2QxV'] },
  },
  'account.passkeyLogin': {
    about: 'Logs in by a passkey, which stands for password and second factor',
    request: {
      passkey: {
        id: 'nD3f2QxV',
        clientDataJSON: 'eyJ0eXBlIjoi',
        authenticatorData: 'SZYN5YgOjGh0',
        signature: 'MEUCIQDx',
      },
    },
    response: { token: 'xo5aHfTg7RjWl1uq0y2nD3', uid: '123456789' },
  },
  'account.totpStart': {
    about: 'A new secret for time-based codes; it counts once it is confirmed',
    request: { password: 'p' },
    response: { secret: 's', uri: 'otpauth://totp/x' },
  },
  'account.totpConfirm': {
    about: 'Turns time-based codes on; the recovery codes are told once',
    request: { totp: '123456' },
    response: { recoveryCodes: ['AAAAA-BBBBB'] },
  },
  'account.totpOff': {
    about: 'Turns time-based codes off; other sessions end, withdrawals rest for a day',
    request: { password: 'p', totp: '123456' },
    response: {},
  },
  'account.setAntiPhishing': {
    about: 'The word that every mail of ours shows',
    request: { word: 'tide' },
    response: {},
  },
};
