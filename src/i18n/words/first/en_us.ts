import app from '../../../../locales/en_us/app.json' with { type: 'json' };
import market from '../../../../locales/en_us/market.json' with { type: 'json' };
import notifications from '../../../../locales/en_us/notifications.json' with { type: 'json' };
import shell from '../../../../locales/en_us/shell.json' with { type: 'json' };

export default { app, market, notifications, shell };
