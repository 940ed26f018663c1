import { useTranslation } from 'react-i18next';
import type { MemberState, TeamLevel } from '../../domain/index.ts';

export function useTeamLevels(): Record<TeamLevel, string> {
  const { t } = useTranslation('team');
  return { direct: t('level.direct'), second: t('level.second') };
}

/** How far members have come. */
export function useMemberStates(): Record<MemberState, string> {
  const { t } = useTranslation('team');
  return {
    registered: t('state.registered'),
    verified: t('state.verified'),
    traded: t('state.traded'),
  };
}
