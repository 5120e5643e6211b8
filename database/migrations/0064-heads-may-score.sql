-- Whether heads and deans set scores, as the portal decides in Settings. Null until somebody chooses: then the environment variable
-- HEADS_MAY_SCORE counts, as before.
alter table portal_settings add column heads_may_score boolean;
