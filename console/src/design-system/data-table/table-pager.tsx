import ChevronLeftIcon from "@mui/icons-material/ChevronLeft";
import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { useDesignTexts } from "../texts/design-texts";
import { screenOnly } from "../theme/print-rules";
import type { ListControl } from "./list-control";

export const pageSizes = [10, 20, 50, 100] as const;

/** Rows per page, which rows of how many, back and on. */
export function TablePager(props: { list: ListControl; total: number; capped?: boolean | undefined }) {
  const texts = useDesignTexts();
  const { list, total } = props;
  const sizeId = useId();
  const from = total === 0 ? 0 : (list.page - 1) * list.size + 1;
  const to = Math.min(list.page * list.size, total);
  const sizes = [...new Set([...pageSizes, list.size])].sort((a, b) => a - b);
  return (
    <Stack
      component="nav"
      direction="row"
      sx={{
        alignItems: "center",
        justifyContent: "flex-end",
        gap: 1,
        px: 2,
        py: 0.75,
        minHeight: 48,
        color: "text.secondary",
      }}
    >
      <Typography
        variant="body2"
        component="label"
        className={screenOnly}
        htmlFor={sizeId}
        sx={{ display: { xs: "none", sm: "block" } }}
      >
        {texts.rowsPerPage}
      </Typography>
      <Select
        value={list.size}
        onChange={(event) => list.setSize(Number(event.target.value))}
        variant="standard"
        className={screenOnly}
        disableUnderline
        inputProps={{ id: sizeId, "aria-label": texts.rowsPerPage }}
        sx={{ fontSize: 13, display: { xs: "none", sm: "inline-flex" }, mr: 1 }}
      >
        {sizes.map((size) => (
          <MenuItem key={size} value={size}>
            {size}
          </MenuItem>
        ))}
      </Select>
      <Typography variant="body2" sx={{ mr: { xs: "auto", sm: 1 } }} aria-live="polite">
        {texts.range(from, to, total, props.capped ?? false)}
      </Typography>
      <IconButton
        size="small"
        aria-label={texts.previousPage}
        disabled={list.page <= 1}
        onClick={() => list.setPage(list.page - 1)}
      >
        <ChevronLeftIcon />
      </IconButton>
      <IconButton
        size="small"
        aria-label={texts.nextPage}
        disabled={to >= total && !props.capped}
        onClick={() => list.setPage(list.page + 1)}
      >
        <ChevronRightIcon />
      </IconButton>
    </Stack>
  );
}
