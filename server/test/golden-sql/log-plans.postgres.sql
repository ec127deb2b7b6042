-- PostgreSQL 15

-- figure-write-repository: calls, of a time
Limit
  ->  Index Scan Backward using logs_created on logs
        Index Cond: ((created_at >= '3600'::bigint) AND (created_at < '7200'::bigint))
        Filter: (type = 2)

-- figure-write-repository: calls, behind a row
Limit
  ->  Index Scan Backward using logs_created on logs
        Index Cond: ((created_at >= '3700'::bigint) AND (created_at < '7200'::bigint))
        Filter: ((type = 2) AND ((created_at > '3700'::bigint) OR (id > '5'::bigint)))

-- figure-write-repository: oldestCall
Limit
  ->  Index Scan Backward using logs_created on logs
        Filter: (type = 2)

-- log-repository: page, of everyone
Limit
  ->  Index Scan using logs_created on logs

-- log-repository: page, of everyone
Aggregate
  ->  Limit
        ->  Seq Scan on logs

-- log-repository: page, oldest first, of a time
Limit
  ->  Index Scan Backward using logs_created on logs
        Index Cond: ((created_at >= '3600'::bigint) AND (created_at <= '7200'::bigint))

-- log-repository: page, of a user
Limit
  ->  Index Scan using logs_user_created on logs
        Index Cond: (user_id = '1'::bigint)

-- log-repository: page, of a user
Aggregate
  ->  Limit
        ->  Bitmap Heap Scan on logs
              Recheck Cond: (user_id = '1'::bigint)
              ->  Bitmap Index Scan on logs_user_created
                    Index Cond: (user_id = '1'::bigint)

-- log-repository: page, of several users
Limit
  ->  Index Scan using logs_created on logs
        Filter: (user_id = ANY ('{1,2}'::bigint[]))

-- log-repository: page, of a user's top-ups
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: ((user_id = '1'::bigint) AND (type = 1))
              ->  Bitmap Index Scan on logs_user_events
                    Index Cond: ((user_id = '1'::bigint) AND (type = 1))

-- log-repository: page, of everyone's top-ups
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: (type = 1)
              ->  Bitmap Index Scan on logs_events
                    Index Cond: (type = 1)

-- log-repository: page, of consumption
Limit
  ->  Index Scan using logs_created on logs
        Filter: (type = 2)

-- log-repository: page, of a model
Limit
  ->  Index Scan using logs_model on logs
        Index Cond: (model_name = 'm'::text)

-- log-repository: page, of a channel
Limit
  ->  Index Scan using logs_channel on logs
        Index Cond: (channel_id = '3'::bigint)

-- log-repository: page, of a request
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Index Scan using logs_request on logs
              Index Cond: (request_id = 'r'::text)
              Filter: (COALESCE(user_id, user_id) = '1'::bigint)

-- log-repository: page, of a user, a channel and a model
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: (user_id = '1'::bigint)
              ->  Bitmap Index Scan on logs_user_created
                    Index Cond: (user_id = '1'::bigint)

-- log-repository: page, of a user, a channel and a model
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: (channel_id = '3'::bigint)
              ->  Bitmap Index Scan on logs_channel
                    Index Cond: (channel_id = '3'::bigint)

-- log-repository: page, of a user, a channel and a model
Limit
  ->  Index Only Scan using logs_model on logs
        Index Cond: (model_name = 'm'::text)

-- log-repository: page, of a user, a channel and a model
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: ((user_id = '1'::bigint) AND (created_at >= '1700000000'::bigint))
              Filter: ((COALESCE(model_name, model_name) = 'm'::text) AND (COALESCE(channel_id, channel_id) = '3'::bigint))
              ->  Bitmap Index Scan on logs_user_created
                    Index Cond: ((user_id = '1'::bigint) AND (created_at >= '1700000000'::bigint))

-- log-repository: page, of a keyword
Limit
  ->  Index Only Scan using logs_created on logs

-- log-repository: page, of a keyword
Limit
  ->  Index Scan using logs_created on logs
        Index Cond: (created_at >= '1700000000'::bigint)
        Filter: ((lower(model_name) ~~ '%k%'::text) OR (lower(token_name) ~~ '%k%'::text) OR (lower(content) ~~ '%k%'::text))

-- log-repository: page, of failed calls
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: (outcome = 1)
              ->  Bitmap Index Scan on logs_outcome
                    Index Cond: (outcome = 1)

-- log-repository: page, of a user's rejected calls
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: ((user_id = '1'::bigint) AND (outcome = 2))
              ->  Bitmap Index Scan on logs_user_outcome
                    Index Cond: ((user_id = '1'::bigint) AND (outcome = 2))

-- log-repository: page, of a channel's failed calls
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: (outcome = 1)
              ->  Bitmap Index Scan on logs_outcome
                    Index Cond: (outcome = 1)

-- log-repository: page, of a channel's failed calls
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: (channel_id = '3'::bigint)
              ->  Bitmap Index Scan on logs_channel
                    Index Cond: (channel_id = '3'::bigint)

-- log-repository: page, of a channel's failed calls
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: ((outcome = 1) AND (created_at >= '1700000000'::bigint))
              Filter: (COALESCE(channel_id, channel_id) = '3'::bigint)
              ->  Bitmap Index Scan on logs_outcome
                    Index Cond: ((outcome = 1) AND (created_at >= '1700000000'::bigint))

-- log-repository: page, of calls that succeeded
Limit
  ->  Index Only Scan using logs_created on logs

-- log-repository: page, of calls that succeeded
Limit
  ->  Index Scan using logs_created on logs
        Index Cond: (created_at >= '1700000000'::bigint)
        Filter: ((type = 2) AND (COALESCE(outcome, outcome) = 0))

-- log-repository: page, of names that begin so
Limit
  ->  Index Only Scan using logs_created on logs

-- log-repository: page, of names that begin so
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Seq Scan on logs
              Filter: ((created_at >= '1700000000'::bigint) AND (substr(username, 1, 1) = 'u'::text) AND (substr(COALESCE(model_name, model_name), 1, 1) = 'm'::text) AND (substr(token_name, 1, 1) = 't'::text))

-- log-repository: page, of a token and an address
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: (user_id = '1'::bigint)
              ->  Bitmap Index Scan on logs_user_created
                    Index Cond: (user_id = '1'::bigint)

-- log-repository: page, of a token and an address
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: ((user_id = '1'::bigint) AND (created_at >= '1700000000'::bigint))
              Filter: ((token_id = '7'::bigint) AND (token_name = 't'::text) AND (source_ip = '::1'::text))
              ->  Bitmap Index Scan on logs_user_created
                    Index Cond: ((user_id = '1'::bigint) AND (created_at >= '1700000000'::bigint))

-- log-repository: stretch, of everyone
Limit
  ->  Index Only Scan using logs_created on logs

-- log-repository: stretch, of everyone
Limit
  ->  Index Scan using logs_created on logs
        Index Cond: (ROW(created_at, id) >= ROW('1700000000'::bigint, '1'::bigint))

-- log-repository: stretch, of a user, behind a row
Limit
  ->  Index Scan using logs_created on logs
        Index Cond: (ROW(created_at, id) < ROW('5'::bigint, '9'::bigint))
        Filter: (user_id = '1'::bigint)

-- log-repository: stretch, of a user, behind a row
Limit
  ->  Index Scan using logs_created on logs
        Index Cond: ((ROW(created_at, id) < ROW('5'::bigint, '9'::bigint)) AND (ROW(created_at, id) >= ROW('1700000000'::bigint, '1'::bigint)))
        Filter: ((user_id = '1'::bigint) AND ((lower(model_name) ~~ '%k%'::text) OR (lower(token_name) ~~ '%k%'::text) OR (lower(content) ~~ '%k%'::text)))

-- log-repository: stretch, of failed calls, behind a row
Limit
  ->  Index Scan using logs_created on logs
        Index Cond: (ROW(created_at, id) < ROW('5'::bigint, '9'::bigint))
        Filter: ((outcome <> 0) AND (outcome = 1))

-- log-repository: stretch, of failed calls, behind a row
Limit
  ->  Index Scan using logs_created on logs
        Index Cond: ((ROW(created_at, id) < ROW('5'::bigint, '9'::bigint)) AND (ROW(created_at, id) >= ROW('1700000000'::bigint, '1'::bigint)))
        Filter: ((outcome <> 0) AND (outcome = 1))

-- log-repository: find, of everyone
Index Scan using logs_pkey on logs
  Index Cond: (id = '9'::bigint)

-- log-repository: find, of a user
Index Scan using logs_pkey on logs
  Index Cond: (id = '9'::bigint)
  Filter: (user_id = '1'::bigint)

-- log-repository: deleteBefore
Delete on logs
  ->  Nested Loop
        ->  HashAggregate
              Group Key: "ANY_subquery".id
              ->  Subquery Scan on "ANY_subquery"
                    ->  Limit
                          ->  Index Only Scan Backward using logs_created on logs logs_1
                                Index Cond: (created_at < '5'::bigint)
        ->  Index Scan using logs_pkey on logs
              Index Cond: (id = "ANY_subquery".id)

-- log-repository: sums, of everyone
Aggregate
  ->  Index Scan using logs_created on logs
        Index Cond: ((created_at >= '3600'::bigint) AND (created_at <= '7200'::bigint))
        Filter: (type = 2)

-- log-repository: sums, of a user
Aggregate
  ->  Index Scan using logs_user_created on logs
        Index Cond: ((user_id = '1'::bigint) AND (created_at >= '3600'::bigint) AND (created_at <= '7200'::bigint))
        Filter: (type = 2)

-- log-repository: searchSums, of everyone
Aggregate
  ->  Seq Scan on logs
        Filter: (type = 2)

-- log-repository: searchSums, of a user's keyword
Limit
  ->  Sort
        Sort Key: created_at DESC, id DESC
        ->  Bitmap Heap Scan on logs
              Recheck Cond: (user_id = '1'::bigint)
              ->  Bitmap Index Scan on logs_user_created
                    Index Cond: (user_id = '1'::bigint)

-- log-repository: searchSums, of a user's keyword
Aggregate
  ->  Bitmap Heap Scan on logs
        Recheck Cond: ((user_id = '1'::bigint) AND (created_at >= '1700000000'::bigint))
        Filter: ((type = 2) AND ((lower(model_name) ~~ '%k%'::text) OR (lower(token_name) ~~ '%k%'::text) OR (lower(content) ~~ '%k%'::text)))
        ->  Bitmap Index Scan on logs_user_created
              Index Cond: ((user_id = '1'::bigint) AND (created_at >= '1700000000'::bigint))

-- log-name-repository: models
Limit
  CTE found
    ->  Recursive Union
          ->  Result
                InitPlan 3 (returns $1)
                  ->  Limit
                        ->  Index Only Scan using logs_model on logs
                              Index Cond: ((model_name IS NOT NULL) AND (model_name > ''::text))
          ->  WorkTable Scan on found found_1
                Filter: (name IS NOT NULL)
  ->  CTE Scan on found
        Filter: (name IS NOT NULL)

-- insert-system-log: insertSystemLog
Insert on logs
  ->  Result

-- sql-ledger: credit, with a log row
Insert on logs
  ->  Result

-- sql-ledger: credit, with a log row
Insert on logs
  ->  Result

-- sql-ledger: reverse, with a log row
Insert on logs
  ->  Result

-- task-store: settleTask
Insert on logs
  CTE calls
    ->  Function Scan on json_to_recordset r
  CTE entries
    ->  Insert on ledger_entries
          Conflict Resolution: NOTHING
          Conflict Arbiter Indexes: ledger_entries_pkey
          ->  Subquery Scan on "*SELECT*"
                ->  Sort
                      Sort Key: calls_1.request_id
                      ->  CTE Scan on calls calls_1
                            Filter: (quota > 0)
  ->  CTE Scan on calls
        Filter: CASE WHEN (quota = 0) THEN (NOT (hashed SubPlan 4)) ELSE (hashed SubPlan 5) END
        SubPlan 4
          ->  Index Only Scan using logs_request on logs logs_1
                Index Cond: (request_id = ANY ($3))
                InitPlan 3 (returns $3)
                  ->  CTE Scan on calls calls_2
                        Filter: (quota = 0)
        SubPlan 5
          ->  CTE Scan on entries

-- usage-store: commit, of a charged call
Insert on logs
  CTE calls
    ->  Function Scan on json_to_recordset r
  CTE entries
    ->  Insert on ledger_entries
          Conflict Resolution: NOTHING
          Conflict Arbiter Indexes: ledger_entries_pkey
          ->  Subquery Scan on "*SELECT*"
                ->  Sort
                      Sort Key: calls_1.request_id
                      ->  CTE Scan on calls calls_1
                            Filter: (quota > 0)
  ->  CTE Scan on calls
        Filter: CASE WHEN (quota = 0) THEN (NOT (hashed SubPlan 4)) ELSE (hashed SubPlan 5) END
        SubPlan 4
          ->  Index Only Scan using logs_request on logs logs_1
                Index Cond: (request_id = ANY ($3))
                InitPlan 3 (returns $3)
                  ->  CTE Scan on calls calls_2
                        Filter: (quota = 0)
        SubPlan 5
          ->  CTE Scan on entries

-- usage-store: commit, of a call that is charged to budgets
Insert on logs
  CTE calls
    ->  Function Scan on json_to_recordset r
  CTE entries
    ->  Insert on ledger_entries
          Conflict Resolution: NOTHING
          Conflict Arbiter Indexes: ledger_entries_pkey
          ->  Subquery Scan on "*SELECT*"
                ->  Sort
                      Sort Key: calls_1.request_id
                      ->  CTE Scan on calls calls_1
                            Filter: (quota > 0)
  ->  CTE Scan on calls
        Filter: CASE WHEN (quota = 0) THEN (NOT (hashed SubPlan 4)) ELSE (hashed SubPlan 5) END
        SubPlan 4
          ->  Index Only Scan using logs_request on logs logs_1
                Index Cond: (request_id = ANY ($3))
                InitPlan 3 (returns $3)
                  ->  CTE Scan on calls calls_2
                        Filter: (quota = 0)
        SubPlan 5
          ->  CTE Scan on entries

-- usage-store: commit, of a free call, in part uncollected
Insert on logs
  CTE calls
    ->  Function Scan on json_to_recordset r
  CTE entries
    ->  Insert on ledger_entries
          Conflict Resolution: NOTHING
          Conflict Arbiter Indexes: ledger_entries_pkey
          ->  Subquery Scan on "*SELECT*"
                ->  Sort
                      Sort Key: calls_1.request_id
                      ->  CTE Scan on calls calls_1
                            Filter: (quota > 0)
  ->  CTE Scan on calls
        Filter: CASE WHEN (quota = 0) THEN (NOT (hashed SubPlan 4)) ELSE (hashed SubPlan 5) END
        SubPlan 4
          ->  Index Only Scan using logs_request on logs logs_1
                Index Cond: (request_id = ANY ($3))
                InitPlan 3 (returns $3)
                  ->  CTE Scan on calls calls_2
                        Filter: (quota = 0)
        SubPlan 5
          ->  CTE Scan on entries

-- usage-store: commit, after the lease was lost
Insert on logs
  CTE calls
    ->  Function Scan on json_to_recordset r
  CTE entries
    ->  Insert on ledger_entries
          Conflict Resolution: NOTHING
          Conflict Arbiter Indexes: ledger_entries_pkey
          ->  Subquery Scan on "*SELECT*"
                ->  Sort
                      Sort Key: calls_1.request_id
                      ->  CTE Scan on calls calls_1
                            Filter: (quota > 0)
  ->  CTE Scan on calls
        Filter: CASE WHEN (quota = 0) THEN (NOT (hashed SubPlan 4)) ELSE (hashed SubPlan 5) END
        SubPlan 4
          ->  Index Only Scan using logs_request on logs logs_1
                Index Cond: (request_id = ANY ($3))
                InitPlan 3 (returns $3)
                  ->  CTE Scan on calls calls_2
                        Filter: (quota = 0)
        SubPlan 5
          ->  CTE Scan on entries
