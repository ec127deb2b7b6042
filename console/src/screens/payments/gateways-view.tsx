import AddIcon from "@mui/icons-material/Add";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import PaymentsOutlinedIcon from "@mui/icons-material/PaymentsOutlined";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import Button from "@mui/material/Button";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { FieldProblem } from "@tollgate/contract/envelope";
import type { Gateway } from "@tollgate/contract/payments";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { DataTable } from "../../design-system/data-table/data-table";
import type { RowAction } from "../../design-system/data-table/row-action";
import { ListEmpty } from "../../design-system/empty-state/list-empty";
import { ListToolbar } from "../../design-system/list-toolbar/list-toolbar";
import { PageHeader } from "../../design-system/page-header/page-header";
import { ApiError } from "../../lib/api-error";
import { describeError } from "../../lib/describe-error";
import { startQuery, useListState } from "../../lib/list-state";
import { notify } from "../../lib/notifications/notifications";
import { prefetchQuietly } from "../../lib/query-client";
import { GatewayCard } from "./gateway-card";
import { GatewayEditor } from "./gateway-editor";
import { gatewayFilterDefaults, useGatewayFilters } from "./gateway-filters";
import { type GatewayCellActions, gatewayColumns } from "./gateways-columns";
import { gatewayKindsQuery, gatewaysQuery, useDeleteGateway, usePatchGateway } from "./gateways-queries";
import { PaymentTabs } from "./payment-tabs";
import { useKinds } from "./use-kinds";
import { useOpenGateway } from "./use-open-gateway";

const listOptions = { filters: gatewayFilterDefaults, defaultSize: 20, defaultOrder: "-sort" };

/** Fetches what the page asks for first. */
export function prefetchGateways(client: QueryClient): Promise<unknown> {
  return Promise.all([
    prefetchQuietly(client, gatewaysQuery(startQuery(listOptions))),
    prefetchQuietly(client, gatewayKindsQuery),
  ]);
}

/** The gateways through which customers pay. */
export function GatewaysView() {
  const { t } = useTranslation("payments");
  const state = useListState(listOptions);
  const gateways = useQuery(gatewaysQuery(state.query));
  const kinds = useKinds();
  const [open, setOpen] = useOpenGateway();
  const actions = useCellActions(setOpen);
  const rowActions = useGatewayRowActions(actions.edit);
  const filters = useGatewayFilters(state, kinds);
  const columns = useMemo(() => gatewayColumns(t, kinds, actions), [t, kinds, actions]);
  const empty = gateways.data?.total_count === 0 && !state.narrowed;
  const addButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen({ kind: "new" })}>
      {t("add")}
    </Button>
  );

  return (
    <>
      <PageHeader title={t("title")} description={t("subtitle")} action={addButton} empty={empty} />
      <PaymentTabs />
      <DataTable<Gateway>
        label={t("view.gateways")}
        storageName="gateways"
        columns={columns}
        rows={gateways.data?.data}
        rowId={(gateway) => String(gateway.id)}
        rowLabel={(gateway) => gateway.name}
        list={state}
        total={gateways.data?.total_count}
        fetching={gateways.isFetching}
        error={gateways.error ? describeError(gateways.error) : undefined}
        onRetry={() => void gateways.refetch()}
        toolbar={
          <ListToolbar
            filters={filters}
            onRefresh={() => void gateways.refetch()}
            refreshing={gateways.isFetching}
          />
        }
        rowActions={rowActions}
        card={(gateway) => <GatewayCard gateway={gateway} kinds={kinds} actions={actions} />}
        empty={
          <ListEmpty
            narrowed={state.narrowed}
            onClear={state.clear}
            icon={<PaymentsOutlinedIcon />}
            title={t("empty.title")}
            description={t("empty.body")}
            action={addButton}
          />
        }
      />
      {open && (
        <GatewayEditor
          // A newly created gateway is edited as a stored one.
          key={open.kind === "stored" ? open.gateway.id : "new"}
          gateway={open.kind === "stored" ? open.gateway : undefined}
          problems={open.kind === "stored" ? open.problems : undefined}
          isFresh={open.kind === "stored" && open.isFresh === true}
          kinds={kinds}
          onCreated={(gateway) => setOpen({ kind: "stored", gateway, isFresh: true })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

type Open = (gateway: { kind: "stored"; gateway: Gateway; problems?: FieldProblem[] }) => void;

/** A gateway that cannot be offered yet opens with what it lacks. */
function useCellActions(open: Open): GatewayCellActions {
  const { mutate } = usePatchGateway();
  return useMemo(
    () => ({
      edit: (gateway) => open({ kind: "stored", gateway }),
      toggle: (gateway, enable) =>
        mutate(
          { id: gateway.id, change: { enable } },
          {
            onError: (error) => {
              const problems = error instanceof ApiError ? error.fields : [];
              if (problems.length > 0) open({ kind: "stored", gateway, problems });
            },
          },
        ),
      setSort: ({ id }, sort) => mutate({ id, change: { sort } }),
    }),
    [mutate, open],
  );
}

/** Row actions for one gateway; frequent ones are buttons, the rest are in the menu. */
function useGatewayRowActions(onEdit: (gateway: Gateway) => void) {
  const { t } = useTranslation("payments");
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useDeleteGateway();

  const confirmDelete = async ({ id, name }: Gateway) => {
    const question = { title: t("delete.title", { name }), body: t("delete.body") };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    remove.mutate(id, { onSuccess: () => notify.success(t("done.deleted", { name })) });
  };

  return (gateway: Gateway): RowAction[] => [
    {
      id: "edit",
      label: t("actions.edit"),
      icon: <EditOutlinedIcon />,
      visible: true,
      run: () => onEdit(gateway),
    },
    {
      id: "orders",
      label: t("actions.orders"),
      icon: <ReceiptLongOutlinedIcon />,
      run: () => void navigate(`/panel/payment?view=orders&gateway_id=${gateway.id}`),
    },
    {
      id: "delete",
      label: t("actions.delete"),
      icon: <DeleteOutlinedIcon />,
      danger: true,
      run: () => void confirmDelete(gateway),
    },
  ];
}
