import type { TeamViews } from '../../protocol.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { keepKind } from '../view.ts';
import { openMembers, openRewards } from './lists.ts';
import { openTeam } from './teamView.ts';

export function openTeamView(view: TeamViews, deps: ViewDeps): LiveView {
  switch (view.kind) {
    case 'team':
      return keepKind('team', openTeam(view, deps));
    case 'teamMembers':
      return keepKind('teamMembers', openMembers(view, deps));
    case 'teamRewards':
      return keepKind('teamRewards', openRewards(view, deps));
  }
}
