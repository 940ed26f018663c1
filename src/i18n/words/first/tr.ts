import app from '../../../../locales/tr/app.json' with { type: 'json' };
import market from '../../../../locales/tr/market.json' with { type: 'json' };
import notifications from '../../../../locales/tr/notifications.json' with { type: 'json' };
import shell from '../../../../locales/tr/shell.json' with { type: 'json' };

export default { app, market, notifications, shell };
