import app from '../../../locales/jp/app.json' with { type: 'json' };
import detail from '../../../locales/jp/detail.json' with { type: 'json' };
import errors from '../../../locales/jp/errors.json' with { type: 'json' };
import market from '../../../locales/jp/market.json' with { type: 'json' };
import settings from '../../../locales/jp/settings.json' with { type: 'json' };

export default { app, detail, errors, market, settings };
