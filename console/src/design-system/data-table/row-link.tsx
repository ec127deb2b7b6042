import { styled } from "@mui/material/styles";
import { LightLink } from "../light-buttons/light-link";

const Name = styled(LightLink)(({ theme }) => ({ ...theme.typography.body2, fontWeight: 500 }));

/** The name of a row; pressing it opens the row's editor. A long one is cut and shown in full on hover. */
export function RowLink(props: { label: string; onOpen: () => void }) {
  return (
    <Name type="button" onClick={props.onOpen} title={props.label}>
      {props.label}
    </Name>
  );
}
