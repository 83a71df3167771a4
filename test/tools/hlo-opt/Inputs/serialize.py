"""Write the program in the first file as a portable artifact to the second."""

import sys

from hlo_opt import parse
from hlo_opt.dialect.mlir import stablehlo

text = str(parse(open(sys.argv[1]).read()))
version = stablehlo.get_current_version()
with open(sys.argv[2], "wb") as stream:
    stream.write(stablehlo.serialize_portable_artifact_str(text, version))
