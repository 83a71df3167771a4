"""Operations run on compiled code and compared with independent oracles."""
