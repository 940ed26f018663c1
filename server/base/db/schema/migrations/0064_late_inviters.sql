-- A guest names who invited them when the account becomes whole, who may have come after the guest did. Nobody is their
-- own inviter, and invitations form no ring: app_user_invited_once sees to that.
alter table team_reward drop constraint team_reward_check;
--> statement-breakpoint
alter table team_reward add constraint team_reward_of_other check (inviter_id <> member_id);
