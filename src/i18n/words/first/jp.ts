import app from '../../../../locales/jp/app.json' with { type: 'json' };
import market from '../../../../locales/jp/market.json' with { type: 'json' };
import notifications from '../../../../locales/jp/notifications.json' with { type: 'json' };
import shell from '../../../../locales/jp/shell.json' with { type: 'json' };

export default { app, market, notifications, shell };
